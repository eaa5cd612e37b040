import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Staff } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import { listMoneyOf } from './payments.queries.ts';
import { recheckPaidReceipt } from './recheck-paid-receipt.ts';
import { carryOutRefund } from './refund-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleQuietly } from './settle-due-receipts.ts';

/**
 * Asks the provider anew about everything that was ever paid, or tried to be paid, for an order, and carries out its open refunds: what
 * the jobs do, at the wish of staff.
 * @throws AppError ORDER_NOT_FOUND; PROVIDER_UNREACHABLE when not all could be asked
 */
export async function checkOrder(deps: SettleDeps, staff: Staff, orderId: number): Promise<void> {
  const { receipts, refunds } = await listMoneyOf(deps.db, orderId);
  await recordAudit(deps.db, { ...staff, action: 'order.check', subjectType: 'order', subjectId: orderId });
  let isAnswered = true;
  for (const cancelId of refunds) await carryOutRefund(deps, cancelId);
  for (const receiptId of receipts) {
    isAnswered = (await settleQuietly(deps, orderId, receiptId)) && isAnswered;
    isAnswered = (await isRechecked(deps, orderId, receiptId)) && isAnswered;
  }
  const open = await listMoneyOf(deps.db, orderId);
  if (!isAnswered || open.refunds.length > 0) throw new AppError('PROVIDER_UNREACHABLE');
}

async function isRechecked(deps: SettleDeps, orderId: number, receiptId: string): Promise<boolean> {
  try {
    await recheckPaidReceipt(deps, orderId, receiptId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE') return false;
    throw error;
  }
}
