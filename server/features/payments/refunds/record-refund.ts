import { sql } from 'kysely';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { type OrderMail, queueOrderMail } from '#server/features/mails/outbox.ts';
import { addTimelineEntry, changePaid, lockOrder, moveOrder } from '#server/features/orders/state/move-order.ts';
import type { OrderRow } from '#server/features/orders/state/order-row.ts';
import { CAPTURED, isOneOf } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Attempt, findAttempt, recordGivenBack } from '../attempts/attempts.queries.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import type { Receipt } from '../gateway/gateway.ts';
import { endOpenRequest } from './end-open-request.ts';
import { recordExcess } from './record-excess.ts';
import { findOpenRefund, type Refund } from './refunds.queries.ts';

/** How a call to give money back ended; `receipt` is what the provider has now, where it said so. */
export type RefundEnd = {
  state: Refund['state'];
  lastError: string;
  receipt: Receipt | undefined;
  /** Given back beyond what was intended, in won. */
  excessWon: number;
};

type By = { actor: 'admin' | 'payment'; actorUserId: number | null };

/** Who the timeline names for a refund: the administrator, or the payment itself. */
export function actorOfRefund({ requested_by_id: actorUserId }: Pick<Refund, 'requested_by_id'>): By {
  return { actor: actorUserId === null ? 'payment' : 'admin', actorUserId };
}

/**
 * Makes the order show what is given back of one of its receipts, with a timeline entry and a mail. The figure comes
 * from the receipt and only ever rises, so that two messages about the same refund count once. Needs the order's lock.
 */
async function reflectGivenBack(trx: Trx, order: OrderRow, receipt: Receipt, by: By & { now: Date }): Promise<void> {
  const attempt = await findAttempt(trx, order.id, receipt.receiptId);
  if (!attempt || receipt.cancelledWon <= attempt.cancelled_amount) return;
  const { cancelledWon } = receipt;
  await reflectReturn(
    trx,
    order,
    { ...attempt, cancelled_amount: cancelledWon },
    {
      ...by,
      returnedWon: cancelledWon - attempt.cancelled_amount,
    },
  );
}

/**
 * Writes what has become of an attempt and its order by a return of money, at the provider or outside: `attempt` is as
 * it is from now on. Needs the order's lock.
 */
export async function reflectReturn(
  trx: Trx,
  order: OrderRow,
  attempt: Attempt,
  { returnedWon, now, ...by }: By & { returnedWon: number; now: Date },
): Promise<void> {
  const leftWon = leftOf(attempt);
  const amount = formatWon(returnedWon);
  if (attempt.state !== 'paid') {
    const state = leftWon === 0 ? 'returned' : attempt.state;
    await recordGivenBack(trx, attempt, { cancelledWon: attempt.cancelled_amount, state });
    await addTimelineEntry(trx, order, { ...by, note: `주문에 쓰이지 않은 결제 금액 ${amount}을 환불했습니다.` });
    await queueOrderMail(trx, order.id, { kind: 'payment_returned', extra: { refundedWon: returnedWon } });
    return;
  }
  const rest = leftWon > 0 ? ` 남은 결제 금액은 ${formatWon(leftWon)}입니다.` : ' 주문이 취소되었습니다.';
  const mail: OrderMail =
    leftWon > 0
      ? { kind: 'order_refunded', extra: { refundedWon: returnedWon } }
      : { kind: 'order_cancelled', extra: {} };
  const isByProvider = leftWon === 0 && by.actor === 'payment';
  const note = isByProvider ? '결제사에서 결제가 취소되었습니다.' : `${amount}을 환불했습니다.${rest}`;
  const entry = { ...by, note, paidPrice: leftWon };
  if (leftWon === 0) {
    const end = { state: 'granted', refundId: null, grantedWon: returnedWon, note: '' } as const;
    await endOpenRequest(trx, order, { ...end, now, byUserId: by.actorUserId });
  }
  const state = leftWon === 0 ? 'cancelled' : 'paid';
  await recordGivenBack(trx, attempt, { cancelledWon: attempt.cancelled_amount, state });
  if (leftWon === 0 && order.status !== 'cancelled') {
    await moveOrder(trx, order, { ...entry, to: 'cancelled', mail });
    return;
  }
  await changePaid(trx, order, entry);
  await queueOrderMail(trx, order.id, mail);
}

/** What is left of a captured receipt, in won: neither given back at the provider nor outside. */
export function leftOf(attempt: Pick<Attempt, 'state' | 'amount' | 'cancelled_amount' | 'returned_outside'>): number {
  if (!isOneOf(CAPTURED, attempt.state)) return 0;
  return Math.max(0, (attempt.amount ?? 0) - attempt.cancelled_amount - attempt.returned_outside);
}

/**
 * Writes how a call for a refund ended, and what the order has become by it. A proof by receipt that the money is back
 * wins over an earlier refusal; otherwise the first end counts.
 */
export async function recordRefundEnd(
  { db, clock, timing }: Pick<PaymentDeps, 'db' | 'clock' | 'timing'>,
  refund: Refund,
  { state, lastError, receipt, excessWon }: RefundEnd,
): Promise<void> {
  const now = clock.now();
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const written = await trx
      .updateTable('refunds')
      .set({
        state,
        last_error: lastError,
        attempts: sql<number>`attempts + 1`,
        lease_until: sql<Date>`clock_timestamp()`,
        due_at: new Date(now.getTime() + timing.retryMs),
        updated_at: sql<Date>`now()`,
      })
      .$if(state !== 'requested', (query) => query.set({ account: null, awaits_account: false }))
      .where('refunds.cancel_id', '=', refund.cancel_id)
      .where('refunds.state', 'in', state === 'done' ? ['requested', 'refused'] : ['requested'])
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n || !receipt) return;
    if (state === 'done' && excessWon > 0) await recordExcess(trx, refund, { receipt, excessWon, now });
    await reflectGivenBack(trx, order, receipt, { ...actorOfRefund(refund), now });
  });
}

/**
 * Money of a captured receipt was given back by the provider's own people. What we give back ourselves is written with
 * its refund.
 */
export async function recordGivenBackAtProvider(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  orderId: number,
  receipt: Receipt,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (await findOpenRefund(trx, receipt.receiptId)) return;
    await reflectGivenBack(trx, order, receipt, { actor: 'payment', actorUserId: null, now: clock.now() });
  });
}
