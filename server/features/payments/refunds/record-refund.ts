import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import type { PaidOrderMail } from '#server/features/mails/outbox.ts';
import { CAPTURED, isOneOf, RECORDED } from '#shared/rules/payments/payment-status.ts';
import { formatWon } from '#shared/rules/price.ts';
import { type Attempt, findAttempt, recordGivenBack } from '../attempts/attempts.queries.ts';
import type { Receipt } from '../gateway/gateway.ts';
import { BY_PAYMENT, type By, giveBack, note as noteInOrder, type PayableOrder, withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endOpenRequest } from './end-open-request.ts';
import { lapseProposals } from './proposals.queries.ts';
import { recordExcess } from './record-excess.ts';
import { findOpenRefund, type Refund } from './refunds.queries.ts';

/** Outcome of a refund call; `receipt` is the provider's current receipt, if known. */
export type RefundEnd = {
  state: Refund['state'];
  lastError: string;
  receipt: Receipt | undefined;
  /** Amount refunded beyond the intent, in won. */
  excessWon: number;
};

/** Actor of a refund's timeline entry: the administrator, or the payment itself. */
export function actorOfRefund({ requested_by_id: actorUserId }: Pick<Refund, 'requested_by_id'>): By {
  return { actor: actorUserId === null ? 'payment' : 'admin', actorUserId };
}

/**
 * Updates the refunded amount of the order, with a timeline entry and a mail. The amount comes from
 * the receipt and never decreases, so that two notifications of one refund count once. Needs the
 * order's lock.
 */
async function reflectGivenBack(
  trx: Trx,
  order: PayableOrder,
  receipt: Receipt,
  by: By & { now: Date },
): Promise<void> {
  const attempt = await findAttempt(trx, order.id, receipt.receiptId);
  if (!attempt || !isOneOf(RECORDED, attempt.state) || receipt.cancelledWon <= attempt.cancelled_amount) return;
  const { cancelledWon } = receipt;
  const changed = { ...attempt, cancelled_amount: cancelledWon };
  const returnedWon = cancelledWon - attempt.cancelled_amount;
  if (isOneOf(CAPTURED, attempt.state)) await reflectReturn(trx, order, changed, { ...by, returnedWon });
  else await reflectLateReturn(trx, order, changed, { ...by, returnedWon });
  const excessWon = cancelledWon + attempt.returned_outside - (attempt.amount ?? 0);
  if (excessWon > 0) await recordExcess(trx, attempt, { receipt, excessWon, now: by.now });
}

/**
 * Records money that the provider gave back although all of it had gone back before, by other
 * means. The order has ended with that, so only its timeline grows.
 */
async function reflectLateReturn(
  trx: Trx,
  order: PayableOrder,
  attempt: Attempt,
  { returnedWon, actor, actorUserId }: By & { returnedWon: number },
): Promise<void> {
  await recordGivenBack(trx, attempt, { cancelledWon: attempt.cancelled_amount, state: attempt.state });
  const note = `다른 방법으로 환불한 결제 가운데 ${formatWon(returnedWon)}이 결제사에서도 취소되었습니다.`;
  const mail = { kind: 'order_refunded', extra: { refundedWon: returnedWon } } as const;
  await noteInOrder(trx, order, { actor, actorUserId, note, mail });
}

/**
 * Updates an attempt and its order after a refund at the provider or outside; `attempt` has the new
 * values. A refund that waits for a second administrator lapses: it was proposed for another
 * balance. Needs the order's lock.
 */
export async function reflectReturn(
  trx: Trx,
  order: PayableOrder,
  attempt: Attempt,
  { returnedWon, now, ...by }: By & { returnedWon: number; now: Date },
): Promise<void> {
  await lapseProposals(trx, { receipt_id: attempt.receipt_id });
  const leftWon = leftOf(attempt);
  const amount = formatWon(returnedWon);
  if (attempt.state !== 'paid') {
    const state = leftWon === 0 ? 'returned' : attempt.state;
    await recordGivenBack(trx, attempt, { cancelledWon: attempt.cancelled_amount, state });
    await noteInOrder(trx, order, {
      ...by,
      note: `주문에 쓰이지 않은 결제 금액 ${amount}을 환불했습니다.`,
      mail: { kind: 'payment_returned', extra: { refundedWon: returnedWon } },
    });
    return;
  }
  const rest = leftWon > 0 ? ` 남은 결제 금액은 ${formatWon(leftWon)}입니다.` : ' 주문이 취소되었습니다.';
  const mail: PaidOrderMail =
    leftWon > 0
      ? { kind: 'order_refunded', extra: { refundedWon: returnedWon } }
      : { kind: 'order_cancelled', extra: {} };
  const isByProvider = leftWon === 0 && by.actor === 'payment';
  const note = isByProvider ? '결제사에서 결제가 취소되었습니다.' : `${amount}을 환불했습니다.${rest}`;
  if (leftWon === 0) {
    const end = { status: 'granted', refundId: null, grantedWon: returnedWon } as const;
    await endOpenRequest(trx, order, { ...end, now, byUserId: by.actorUserId });
  }
  const state = leftWon === 0 ? 'cancelled' : 'paid';
  await recordGivenBack(trx, attempt, { cancelledWon: attempt.cancelled_amount, state });
  await giveBack(trx, order, { ...by, leftWon, note, mail });
}

/** Returns the balance of a captured receipt after refunds at the provider and outside, in won. */
export function leftOf(attempt: Pick<Attempt, 'state' | 'amount' | 'cancelled_amount' | 'returned_outside'>): number {
  if (!isOneOf(CAPTURED, attempt.state)) return 0;
  return Math.max(0, (attempt.amount ?? 0) - attempt.cancelled_amount - attempt.returned_outside);
}

/**
 * Writes the outcome of a refund call and updates the order. A receipt that proves the refund
 * overrides an earlier refusal; otherwise the first outcome counts.
 */
export async function recordRefundEnd(
  { db, clock, timing }: Pick<PaymentDeps, 'db' | 'clock' | 'timing'>,
  refund: Refund,
  { state, lastError, receipt, excessWon }: RefundEnd,
): Promise<void> {
  const now = clock.now();
  await withOrder(db, refund.order_id, async (trx, order) => {
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
      // Only a receipt proves an outcome after the lease: another caller may be sending the refund.
      .$if(state !== 'done', (query) => query.where('refunds.lease_until', '=', refund.lease_until))
      .executeTakeFirst();
    if (written.numUpdatedRows === 0n || !receipt) return;
    if (state === 'done' && excessWon > 0) await recordExcess(trx, refund, { receipt, excessWon, now });
    await reflectGivenBack(trx, order, receipt, { ...actorOfRefund(refund), now });
  });
}

/**
 * Records a refund that was made in the provider's console. Our own refunds are recorded by
 * `recordRefundEnd`.
 */
export async function recordGivenBackAtProvider(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  orderId: number,
  receipt: Receipt,
): Promise<void> {
  await withOrder(db, orderId, async (trx, order) => {
    if (await findOpenRefund(trx, receipt.receiptId)) return;
    await reflectGivenBack(trx, order, receipt, { ...BY_PAYMENT, now: clock.now() });
  });
}
