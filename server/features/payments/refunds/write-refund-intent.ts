import type { Trx } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { IssueRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { type Attempt, listAttempts } from '../attempts/attempts.queries.ts';
import { type PayableOrder, recordDecision } from '../order-money.ts';
import { leftOf } from './record-refund.ts';
import { findOpenRefund, insertRefund, type Refund } from './refunds.queries.ts';
import { type Clearance, requireClearance } from './require-clearance.ts';

/**
 * Reason of a granted request that is sent to the provider; the customer's own text is
 * confidential.
 */
export const GRANT_REASON = '고객 환불 요청';

type RefundSelection = Pick<IssueRefundBody, 'receipt_id' | 'amount'>;

/** Finds the captured receipt to refund: the given one, or else the order's own payment. */
export async function findCaptured(trx: Trx, orderId: number, receiptId: string | undefined): Promise<Attempt> {
  const attempts = await listAttempts(trx, orderId);
  const wanted = attempts.find((attempt) =>
    receiptId === undefined ? attempt.state === 'paid' : attempt.receipt_id === receiptId,
  );
  if (!wanted || leftOf(wanted) === 0) throw new AppError('NOT_PAID');
  return wanted;
}

/**
 * Finds the receipt to refund, of which this amount can be refunded now.
 * @throws AppError NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID
 */
export async function requireRefundable(
  trx: Trx,
  orderId: number,
  { receipt_id, amount }: RefundSelection,
): Promise<Attempt> {
  const attempt = await findCaptured(trx, orderId, receipt_id);
  await findReplaceable(trx, attempt.receipt_id);
  if (amount > leftOf(attempt)) throw new AppError('REFUND_EXCEEDS_PAID');
  return attempt;
}

/**
 * Writes an administrator's intent to refund a captured receipt; the caller commits it and calls
 * `carryOutRefund`. Needs the order's lock, so that of two concurrent ones the second sees the
 * first. Accepts one open refund per receipt, because the receipt does not show which of several
 * was executed. Replaces a refund that waits for the buyer's account. Returns the refund's id.
 * @throws AppError NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID, REFUND_PROPOSED,
 *   SECOND_PERSON_REQUIRED
 */
export async function writeRefundIntent(
  trx: Trx,
  admin: ActingAdmin,
  order: PayableOrder,
  body: Omit<IssueRefundBody, 'requestKey'> & { cancelId: string; seal: Seal; dueAt: Date; clearance: Clearance },
): Promise<number> {
  const { amount, reason, seal, account, cancelId, dueAt } = body;
  const attempt = await requireRefundable(trx, order.id, body);
  await requireClearance(
    trx,
    { orderId: order.id, amountWon: amount, isOwnOrder: order.user_id === admin.actor.id },
    body.clearance,
  );
  await replaceWaitingRefund(trx, attempt.receipt_id);
  const refundId = await insertRefund(trx, {
    orderId: order.id,
    receiptId: attempt.receipt_id,
    cancelId,
    amountWon: amount,
    reason,
    seal,
    account,
    requestedBy: admin.actor.user_id,
    requestedById: admin.actor.id,
    cancelledBeforeWon: attempt.cancelled_amount,
    dueAt,
  });
  await recordDecision(trx, admin, order, {
    action: 'order.refund',
    before: { paid_price: order.paid_price },
    after: { amount, receipt_id: attempt.receipt_id, cancel_id: cancelId, refund_id: refundId },
  });
  return refundId;
}

/** Finds the refund of a receipt that waits for the buyer's account. */
async function findReplaceable(trx: Trx, receiptId: string): Promise<Refund | undefined> {
  const open = await findOpenRefund(trx, receiptId);
  if (open && (!open.awaits_account || open.sent_at)) throw new AppError('REFUND_IN_PROGRESS');
  return open;
}

/**
 * Ends a refund that waits for the buyer's account, because the administrator replaces it.
 * @throws AppError REFUND_IN_PROGRESS while the provider may be executing one
 */
export async function replaceWaitingRefund(trx: Trx, receiptId: string): Promise<void> {
  const open = await findReplaceable(trx, receiptId);
  if (!open) return;
  await trx
    .updateTable('refunds')
    .set({ state: 'refused', awaits_account: false, last_error: '담당자가 다른 방법으로 환불합니다.' })
    .where('refunds.id', '=', open.id)
    .execute();
}
