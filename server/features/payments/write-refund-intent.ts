import type { Trx } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { markHandled } from '#server/features/orders/mark-handled.ts';
import type { OrderRow } from '#server/features/orders/order-row.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import type { RefundRequest } from '#shared/contract/admin-orders.ts';
import { findPaidAttempt, findRefund, insertRefund, isRefundOpen } from './payments.queries.ts';

/**
 * Writes the intent of staff to give money back; whoever has committed it calls `carryOutRefund`. Needs the order's lock, so that of two at
 * once the second sees the first. While one refund of a payment is open, no other one is taken on: which of them the provider has carried
 * out could not be told from its receipt. Returns the refund's id.
 * @throws AppError NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID
 */
export async function writeRefundIntent(
  trx: Trx,
  staff: Staff,
  order: OrderRow,
  { amount, reason, account, cancelId }: Omit<RefundRequest, 'requestKey'> & { cancelId: string },
): Promise<number> {
  const paid = await findPaidAttempt(trx, order.id);
  if (!paid || order.paid_price === 0) throw new AppError('NOT_PAID');
  if (await isRefundOpen(trx, paid.receipt_id)) throw new AppError('REFUND_IN_PROGRESS');
  if (amount > order.paid_price) throw new AppError('REFUND_EXCEEDS_PAID');
  await insertRefund(trx, {
    ...{ orderId: order.id, cancelId, reason, account, amountWon: amount, receiptId: paid.receipt_id },
    requestedBy: staff.actor.user_id,
    requestedById: staff.actor.id,
    cancelledBeforeWon: (paid.amount ?? order.price) - order.paid_price,
  });
  await markHandled(trx, order.id);
  await recordAudit(trx, {
    ...staff,
    action: 'order.refund',
    subjectType: 'order',
    subjectId: order.id,
    before: { paid_price: order.paid_price },
    after: { amount, receipt_id: paid.receipt_id, cancel_id: cancelId },
    reason,
  });
  const refund = await findRefund(trx, cancelId);
  if (!refund) throw new AppError('CONFLICT');
  return refund.id;
}
