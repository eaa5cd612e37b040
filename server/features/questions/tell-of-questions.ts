import { QUESTION_SETS } from '#content/questions/question-sets.ts';
import type { Trx } from '#server/db/transaction.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { findAsked } from '#server/features/participants/participants.access.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import { setsOfService } from '#shared/rules/questions/set-versions.ts';

type AskedOrder = { id: number; user_id: number };

/** Tells the person who answers for the client that questions are open; the same `eventKey` again tells nothing. */
export async function tellOfQuestions(trx: Trx, order: AskedOrder, now: Date, eventKey?: string): Promise<void> {
  const userId = await findAsked(trx, order, 'client', now);
  if (userId === undefined) return;
  const key = eventKey === undefined ? undefined : `${eventKey}:${userId}`;
  await queueNotice(trx, { kind: 'questions_open', orderId: order.id, userId, eventKey: key });
}

type PaidOrder = AskedOrder & { service_id: number; status: OrderStatus };

/** Returns whether a paid order has a set that the client's side has not submitted. */
async function hasOpenSet(trx: Trx, { id, service_id }: PaidOrder): Promise<boolean> {
  const rows = await trx
    .selectFrom('order_question_sets')
    .select(['order_question_sets.set_name', 'order_question_sets.state'])
    .where('order_question_sets.order_id', '=', id)
    .execute();
  const isTouched = (set: string) => rows.some(({ set_name }) => set_name === set);
  return (
    setsOfService(QUESTION_SETS, service_id).some(({ set }) => !isTouched(set)) ||
    rows.some(({ state }) => state !== 'submitted' && state !== 'confirmed')
  );
}

/** Tells the person who answers for the client of an order's open sets, once: after payment, and a client who joins. */
export async function tellOfOpenSets(trx: Trx, order: PaidOrder, now: Date): Promise<void> {
  if (order.status !== 'confirmed' || !(await hasOpenSet(trx, order))) return;
  await tellOfQuestions(trx, order, now, `questions_open:${order.id}`);
}
