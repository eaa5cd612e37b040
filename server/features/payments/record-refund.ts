import { sql } from 'kysely';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { changePaid, lockOrder, moveOrder } from '#server/features/orders/move-order.ts';
import type { OrderRow } from '#server/features/orders/order-row.ts';
import { endOpenRequest } from '#server/features/refund-requests/end-open-request.ts';
import { type OrderMail, queueOrderMail } from '#server/mail/outbox.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { Receipt } from './gateway/gateway.ts';
import { findPaidAttempt, isRefundOpen, type Refund, recordAttempt, recordGivenBack } from './payments.queries.ts';
import type { SettleDeps } from './settle-deps.ts';

/** How a call to give money back ended; `receipt` is what the provider has now, where it said so. */
export type RefundEnd = { state: Refund['state']; lastError: string; receipt: Receipt | undefined };

type GivenBack = { receipt: Receipt; now: Date; actor: 'admin' | 'payment'; actorUserId: number | null };

/**
 * Makes the order show what the provider has given back of its payment. The amount paid comes from the receipt and only ever falls, so
 * that two words about the same refund count once. The whole amount cancels the order (contract §3).
 */
async function reflectGivenBack(trx: Trx, order: OrderRow, { receipt, now, ...by }: GivenBack): Promise<void> {
  const attempt = await findPaidAttempt(trx, order.id);
  if (attempt?.receipt_id !== receipt.receiptId) return;
  await recordGivenBack(trx, order.id, receipt);
  const paidPrice = Math.min(order.paid_price, receipt.priceWon - receipt.cancelledWon);
  const refundedWon = order.paid_price - paidPrice;
  const amount = formatWon(refundedWon);
  if (paidPrice > 0 && paidPrice === order.paid_price) return;
  const rest = paidPrice > 0 ? ` 남은 결제 금액은 ${formatWon(paidPrice)}입니다.` : ' 주문이 취소되었습니다.';
  const mail: OrderMail =
    paidPrice > 0 ? { kind: 'order_refunded', extra: { refundedWon } } : { kind: 'order_cancelled', extra: {} };
  const entry = { ...by, note: `${amount}을 환불했습니다.${rest}` };
  if (paidPrice === 0) {
    const end = { state: 'granted', refundId: null, grantedWon: refundedWon, note: '' } as const;
    if (refundedWon > 0) await endOpenRequest(trx, order, { ...end, now, byUserId: by.actorUserId });
    await recordAttempt(trx, order.id, receipt.receiptId, { state: 'cancelled', leaseUntil: now, receipt });
    if (order.status !== 'cancelled') {
      await moveOrder(trx, order, { ...entry, to: 'cancelled', paidPrice, mail });
      return;
    }
  }
  await changePaid(trx, order, { ...entry, paidPrice });
  await queueOrderMail(trx, order.id, mail);
}

/** Writes down how a refund ended, and what the order has become by it. Of two that bring an end the first one's counts. */
export async function recordRefundEnd(
  { db, clock }: Pick<SettleDeps, 'db' | 'clock'>,
  refund: Refund,
  { state, lastError, receipt }: RefundEnd,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const written = await trx
      .updateTable('refunds')
      .set({ state, last_error: lastError, attempts: sql<number>`attempts + 1`, updated_at: sql<Date>`now()` })
      .$if(state !== 'requested', (query) => query.set({ account: null }))
      .where('refunds.cancel_id', '=', refund.cancel_id)
      .where('refunds.state', '=', 'requested')
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n || !receipt) return;
    const actorUserId = refund.requested_by_id;
    const actor = actorUserId === null ? 'payment' : 'admin';
    await reflectGivenBack(trx, order, { receipt, now: clock.now(), actor, actorUserId });
  });
}

/** Part of a payment was given back by the provider's own people. What we give back ourselves is written by whoever gives it. */
export async function recordPartlyCancelled(
  { db, clock }: Pick<SettleDeps, 'db' | 'clock'>,
  orderId: number,
  receipt: Receipt,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (await isRefundOpen(trx, receipt.receiptId)) return;
    await reflectGivenBack(trx, order, { receipt, now: clock.now(), actor: 'payment', actorUserId: null });
  });
}
