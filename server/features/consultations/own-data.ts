import { readSlices, SLICE_ROWS } from '#server/db/read-slices.ts';
import { listOfOwner, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { OwnConversation, ReadOwnData } from '#server/registry/feature.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { ConsultationDeps, ReadingDeps } from './consultation-deps.ts';
import { presentConversation } from './thread/conversations.present.ts';
import { type Reader, selectConversations } from './thread/conversations.queries.ts';
import { presentMessage } from './thread/messages.present.ts';
import { listMessages } from './thread/messages.queries.ts';

type PersonalMessage = PersonalData['conversations'][number]['messages'][number];

async function* readPersonalMessages(
  deps: ReadingDeps & Pick<ConsultationDeps, 'db'>,
  customer: Reader,
  conversationId: number,
): AsyncGenerator<PersonalMessage[]> {
  for (let seq = 0; ; ) {
    const after = { seq, note: 0 };
    const rows = await listMessages(deps.db, customer, conversationId, { after, limit: SLICE_ROWS });
    yield rows.map((row) => {
      const { kind, author, text, created_at, attachments } = presentMessage(deps, row, customer.id);
      return { seq: row.seq, kind, author: author.kind, text, created_at, files: attachments.map(({ id }) => id) };
    });
    if (rows.length < SLICE_ROWS) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

/** Reads the conversations of a person slice by slice, without private notes. */
async function* readPersonalConversations(
  deps: ReadingDeps & Pick<ConsultationDeps, 'db'>,
  userId: number,
): AsyncGenerator<OwnConversation> {
  const customer = { id: userId, isAdmin: false };
  const slices = readSlices(({ after, limit }) =>
    selectConversations(deps.db, customer)
      .where('c.user_id', '=', userId)
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of slices) {
    for (const row of rows) {
      yield {
        head: {
          id: row.id,
          subject: presentConversation(deps, row).subject,
          order_number: row.order_number,
          status: row.status,
          created_at: wireTime(row.created_at),
          closed_at: wireTimeOrNull(row.closed_at),
        },
        messages: readPersonalMessages(deps, customer, row.id),
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
  conversations: readPersonalConversations(consultations, id),
  lists: { files: readPersonalFiles(consultations, id) },
});
