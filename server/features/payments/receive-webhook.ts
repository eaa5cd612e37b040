import { findOrderIdByNumber } from '#server/features/orders/orders.lookup.ts';
import type { WebhookRequest } from '#shared/contract/payments.ts';
import { recheckPaidReceipt } from './recheck-paid-receipt.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleQuietly } from './settle-due-receipts.ts';

/**
 * The provider's word that something happened to a receipt. Only used as a hint: the receipt is read back. An order that we do not
 * have is none of our business, and a known one ends like any other (contract §3).
 */
export async function receiveWebhook(deps: SettleDeps, { receipt_id, order_id }: WebhookRequest): Promise<void> {
  const orderId = await findOrderIdByNumber(deps.db, order_id);
  if (orderId === undefined) {
    deps.log.warn({ order_id }, 'webhook for an unknown order');
    return;
  }
  await settleQuietly(deps, orderId, receipt_id);
  await recheckPaidReceipt(deps, orderId, receipt_id);
}
