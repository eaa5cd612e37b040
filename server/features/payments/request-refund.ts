import { createHash } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { markHandled } from '#server/features/orders/mark-handled.ts';
import { lockOrder } from '#server/features/orders/move-order.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { RefundRequest } from '#shared/contract/admin-orders.ts';
import { findPaidAttempt, findRefund, insertRefund, isRefundOpen } from './payments.queries.ts';
import { carryOutRefund } from './refund-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';

/** A repeat with the same key is known to the provider, too, by the same id. */
function cancelIdFor(orderId: number, requestKey: string): string {
  return createHash('sha256').update(`refund:${orderId}:${requestKey}`).digest('hex').slice(0, 32);
}

/**
 * Writes the intent under the order's lock, so that of two at once the second sees the first. While one refund of a payment is open, no
 * other one is taken on: which of them the provider has carried out could not be told from its receipt.
 */
async function writeIntent(
  { db }: SettleDeps,
  staff: Staff,
  orderId: number,
  request: RefundRequest & { cancelId: string },
): Promise<void> {
  const { amount, reason, account, cancelId } = request;
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const known = await findRefund(trx, cancelId);
    if (known && known.amount !== amount) throw new AppError('CONFLICT');
    if (known) return;
    const paid = await findPaidAttempt(trx, orderId);
    if (!paid || order.paid_price === 0) throw new AppError('NOT_PAID');
    if (await isRefundOpen(trx, paid.receipt_id)) throw new AppError('REFUND_IN_PROGRESS');
    if (amount > order.paid_price) throw new AppError('REFUND_EXCEEDS_PAID');
    await insertRefund(trx, {
      ...{ orderId, cancelId, reason, account, amountWon: amount, receiptId: paid.receipt_id },
      requestedBy: staff.actor.user_id,
      requestedById: staff.actor.id,
      cancelledBeforeWon: (paid.amount ?? order.price) - order.paid_price,
    });
    await markHandled(trx, orderId);
    await recordAudit(trx, {
      ...staff,
      action: 'order.refund',
      subjectType: 'order',
      subjectId: orderId,
      before: { paid_price: order.paid_price },
      after: { amount, receipt_id: paid.receipt_id, cancel_id: cancelId },
      reason,
    });
  });
}

/**
 * Gives money of an order back, whole or in part, never more than is paid: the intent is committed, then the provider asked, then the end
 * written. An unreachable provider leaves the refund `requested`, and the job goes on with it. Returns the refund's id.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID; CONFLICT for a key that stands for another amount
 */
export async function requestRefund(
  deps: SettleDeps,
  staff: Staff,
  orderId: number,
  request: RefundRequest,
): Promise<number> {
  const cancelId = request.requestKey ? cancelIdFor(orderId, request.requestKey) : newToken().slice(0, 32);
  await writeIntent(deps, staff, orderId, { ...request, cancelId });
  await carryOutRefund(deps, cancelId);
  const refund = await findRefund(deps.db, cancelId);
  if (!refund) throw new AppError('CONFLICT');
  return refund.id;
}
