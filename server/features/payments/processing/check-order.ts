import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { recheckPaidReceipt } from '../refunds/recheck-paid-receipt.ts';
import { listMoneyOf } from '../refunds/refunds.queries.ts';
import { processQuietly } from './process-due-receipts.ts';

/**
 * Reads every receipt of an order from the provider and continues its open refunds, as the jobs do,
 * at an administrator's request. A refund that was just sent stays open (contract §3).
 * @throws AppError ORDER_NOT_FOUND; PROVIDER_UNREACHABLE when not all receipts could be read
 */
export async function checkOrder(deps: PaymentDeps, admin: ActingAdmin, orderId: number): Promise<void> {
  const { receipts, refunds } = await listMoneyOf(deps.db, orderId);
  await recordAudit(deps.db, { ...admin, action: 'order.check', subjectType: 'order', subjectId: orderId });
  let isAnswered = true;
  for (const cancelId of refunds) isAnswered = (await carryOutRefund(deps, cancelId)) && isAnswered;
  for (const receiptId of receipts) {
    isAnswered = (await processQuietly(deps, orderId, receiptId)) && isAnswered;
    isAnswered = (await isRechecked(deps, orderId, receiptId)) && isAnswered;
  }
  if (!isAnswered) throw new AppError('PROVIDER_UNREACHABLE');
}

async function isRechecked(deps: PaymentDeps, orderId: number, receiptId: string): Promise<boolean> {
  try {
    await recheckPaidReceipt(deps, orderId, receiptId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE') return false;
    throw error;
  }
}
