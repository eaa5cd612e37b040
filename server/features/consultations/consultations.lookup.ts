import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { listOfOrder, presentAttachment } from '#server/features/attachments/attachments.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import type { ConversationEvent } from '#shared/rules/conversation-status.ts';
import type { ConsultationDeps } from './consultation-deps.ts';
import { appendEvent } from './sending/append-message.ts';
import type { ConversationRow } from './thread/conversations.queries.ts';

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

/** Returns what the page of an order shows of its conversation. The caller has checked whose order it is. */
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
