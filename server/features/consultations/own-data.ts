import { type SqlBool, sql } from 'kysely';
import { readSlices, SLICE_ROWS } from '#server/db/read-slices.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { listOfOwner, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { hidesSteps } from '#server/features/participants/room-access.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OwnConversation, ReadOwnData } from '#server/registry/feature.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { ConsultationDeps, ReadingDeps } from './consultation-deps.ts';
import { presentConversation } from './thread/conversations.present.ts';
import { type Customer, listReadable, selectConversations } from './thread/conversations.queries.ts';
import { presentMessage } from './thread/messages.present.ts';
import { listReadMessages } from './thread/messages.queries.ts';

type PersonalMessage = PersonalData['conversations'][number]['messages'][number];

async function* readPersonalMessages(
  deps: ReadingDeps & Pick<ConsultationDeps, 'db'>,
  userId: number,
  { id, isReadable, hidesSteps: isHiding }: { id: number; isReadable: boolean; hidesSteps: boolean },
): AsyncGenerator<PersonalMessage[]> {
  for (let seq = 0; ; ) {
    const after = { seq, note: 0 };
    const rows = await listReadMessages(deps.db, id, { after, limit: SLICE_ROWS, hidesSteps: isHiding });
    const shown = isReadable ? rows : rows.filter(({ author_id }) => author_id === userId);
    yield shown.map((row) => {
      const { kind, author, text, created_at, attachments } = presentMessage(deps, row, userId);
      return { seq: row.seq, kind, author: author.kind, text, created_at, files: attachments.map(({ id }) => id) };
    });
    if (rows.length < SLICE_ROWS) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

/** The one who began a conversation wrote its subject. */
type Personal = { isReadable: boolean; hasOwnSubject: boolean };

/** The conversations that a person reads, and those that the person has written in and reads no longer. */
async function findPersonal(db: DbOrTrx, customer: Customer): Promise<Map<number, Personal>> {
  const written = await db
    .selectFrom('conversation_messages')
    .select('conversation_id')
    .select((eb) => eb.fn.min('seq').as('first_seq'))
    .where('author_id', '=', customer.id)
    .where('author_kind', '=', 'customer')
    .groupBy('conversation_id')
    .execute();
  const readable = await listReadable(db, customer);
  const found = new Map<number, Personal>(
    written.map(({ conversation_id: id, first_seq }) => [
      id,
      { isReadable: readable.includes(id), hasOwnSubject: first_seq === 1 },
    ]),
  );
  for (const id of readable) found.set(id, { isReadable: true, hasOwnSubject: true });
  return found;
}

/**
 * Reads the conversations of a person slice by slice, without private notes. Of a room that the person reads
 * no longer there are the person's own words alone.
 */
async function* readPersonalConversations(
  deps: ReadingDeps & Pick<ConsultationDeps, 'db'>,
  customer: Customer,
): AsyncGenerator<OwnConversation> {
  const personal = await findPersonal(deps.db, customer);
  const ids = [...personal.keys()];
  const slices = readSlices(({ after, limit }) =>
    selectConversations(deps.db, customer)
      .where(sql<SqlBool>`c.id = any (${ids}::int[])`)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of slices) {
    for (const row of rows) {
      const { isReadable, hasOwnSubject } = personal.get(row.id) ?? { isReadable: false, hasOwnSubject: false };
      yield {
        head: {
          id: row.id,
          subject: hasOwnSubject ? presentConversation(deps, row).subject : '',
          order_number: row.order_number,
          status: row.status,
          created_at: wireTime(row.created_at),
          closed_at: wireTimeOrNull(row.closed_at),
        },
        messages: readPersonalMessages(deps, customer.id, {
          id: row.id,
          isReadable,
          hidesSteps: await hidesSteps(deps.db, customer.id, row, customer.now),
        }),
      };
    }
  }
}

/** Reads the files that a person uploaded slice by slice. */
async function* readPersonalFiles(
  { db, dataKeys }: Pick<ConsultationDeps, 'db' | 'dataKeys'>,
  userId: number,
): AsyncGenerator<PersonalData['files']> {
  for await (const rows of readSlices((slice) => listOfOwner(db, userId, slice))) {
    yield rows.map((file) => {
      const { id, filename, media_type, size, sha256 } = presentAttachment(dataKeys, file);
      return { id, filename, media_type, size, sha256, created_at: wireTime(file.created_at) };
    });
  }
}

/** The conversations of a person with their messages, and the files that they uploaded. */
export const ownConversations: ReadOwnData = ({ consultations }, { id }) => ({
  conversations: readPersonalConversations(consultations, { id, isAdmin: false, now: consultations.clock.now() }),
  lists: { files: readPersonalFiles(consultations, id) },
});
