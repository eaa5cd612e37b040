import { findOrderIdByNumber } from '#server/features/orders/orders.lookup.ts';
import { AppError } from '#server/lib/errors.ts';
import type { WebhookRequest } from '#shared/contract/payments.ts';
import { recheckPaidReceipt } from './recheck-paid-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';

/**
 * The provider's word that something happened to a receipt. Only used as a hint: the receipt is read back. An order that we do not
 * have is none of our business, and a known one ends like any other (contract §3).
 * @throws AppError GATEWAY_UNAVAILABLE when the receipt cannot be read back: told so, the provider sends its word again
 */
export async function receiveWebhook(deps: SettleDeps, { receipt_id, order_id }: WebhookRequest): Promise<void> {
  const orderId = await findOrderIdByNumber(deps.db, order_id);
  if (orderId === undefined) {
    deps.log.warn({ order_id }, 'webhook for an unknown order');
    return;
  }
  try {
    await settleReceipt(deps, orderId, receipt_id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'GATEWAY_UNAVAILABLE') throw error;
    deps.log.info({ orderId, code: error.code }, 'webhook for a receipt that is no payment');
  }
  await recheckPaidReceipt(deps, orderId, receipt_id);
}
