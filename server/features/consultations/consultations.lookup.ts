import { sql } from 'kysely';
import { readSlices, SLICE_ROWS } from '#server/db/read-slices.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { listOfOrder, listOfOwner, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { PersonalData } from '#shared/features/accounts/personal-data-schemas.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps, ReadingDeps } from './consultation-deps.ts';
import { appendEvent } from './sending/append-message.ts';
import { presentConversation } from './thread/conversations.present.ts';
import { type ConversationRow, type Reader, selectConversations } from './thread/conversations.queries.ts';
import { presentMessage } from './thread/messages.present.ts';
import { listMessages } from './thread/messages.queries.ts';

type CaseRoom = Pick<OrderDetail, 'conversation_id' | 'documents'>;

/** The open conversation of an order, else the last one that was closed. */
async function findOfOrder(db: DbOrTrx, orderId: number): Promise<number | null> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy(sql`status <> 'closed'`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * What the page of an order shows of its conversation. The caller has checked whose order it is.
 */
export async function readCaseRoom(
  deps: Pick<ConsultationDeps, 'db' | 'dataKeys'>,
  orderId: number,
): Promise<CaseRoom> {
  const files = await listOfOrder(deps.db, orderId);
  return {
    conversation_id: await findOfOrder(deps.db, orderId),
    documents: files.map((file) => ({
      ...presentAttachment(deps.dataKeys, file),
      from: file.is_staff ? 'staff' : 'customer',
      created_at: wireTime(file.created_at),
    })),
  };
}

async function makeForOrder(
  trx: Trx,
  { dataKeys }: Pick<ConsultationDeps, 'dataKeys'>,
  orderId: number,
  now: Date,
): Promise<ConversationRow> {
  const cipher = await dataKeys.forWriting();
  const order = await trx
    .selectFrom('orders')
    .select(['user_id', 'order_number', sql<number>`nextval(pg_get_serial_sequence('conversations', 'id'))`.as('next')])
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  const subject = `주문 ${order.order_number}`;
  return trx
    .insertInto('conversations')
    .values({
      id: order.next,
      user_id: order.user_id,
      subject: cipher.encryptText(subject, `conversations.subject:${order.next}`),
      order_id: orderId,
      status: 'answered',
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Puts an event into the conversation of an order, which is made where there is none. Part of the
 * caller's transaction; the streams get it after the commit. The caller holds the order's
 * lock, so that two events do not each make a conversation.
 * @throws AppError ORDER_NOT_FOUND
 */
async function addOrderEvent(
  trx: Trx,
  { dataKeys, events, clock }: Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock'>,
  { orderId, event, text }: { orderId: number; event: ConversationEvent; text: string },
): Promise<void> {
  const cipher = await dataKeys.forWriting();
  const now = clock.now();
  const id = await findOfOrder(trx, orderId);
  const conversation =
    id === null
      ? await makeForOrder(trx, { dataKeys }, orderId, now)
      : await trx.selectFrom('conversations').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  await appendEvent(trx, { cipher, events, now }, conversation, { event, text });
}

/** Reports a finished step of an order in its conversation. As `addOrderEvent`. */
export function reportStepDone(
  trx: Trx,
  deps: Pick<ConsultationDeps, 'dataKeys' | 'events' | 'clock'>,
  { orderId, title }: { orderId: number; title: string },
): Promise<void> {
  return addOrderEvent(trx, deps, { orderId, event: 'step_done', text: `‘${title}’ 단계를 마쳤습니다.` });
}

type PersonalMessage = PersonalData['conversations'][number]['messages'][number];

/** A conversation for the file of personal data; its messages are read while they are taken. */
export type PersonalConversation = {
  head: Omit<PersonalData['conversations'][number], 'messages'>;
  messages: AsyncIterable<PersonalMessage[]>;
};

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
export async function* readPersonalConversations(
  deps: ReadingDeps & Pick<ConsultationDeps, 'db'>,
  userId: number,
): AsyncGenerator<PersonalConversation> {
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
export async function* readPersonalFiles(
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
