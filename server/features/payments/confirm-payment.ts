import { getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Order } from '#shared/contract/orders.ts';
import type { ConfirmPaymentRequest } from '#shared/contract/payments.ts';
import { getPaymentState } from './payment-state.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';
import { storeWebhook } from './store-webhook.ts';

/** In the inbox, where the provider's own types stand. */
const BROWSER_WORD = 'BROWSER_CONFIRM';

/**
 * What the buyer's browser asks for after the payment window: settle this receipt for my order. The price it sends is only
 * compared (contract §3).
 * @throws AppError ORDER_NOT_FOUND for somebody else's order, PRICE_MISMATCH, and whatever `settleReceipt` throws
 */
export async function confirmPayment(deps: SettleDeps, actor: Actor, request: ConfirmPaymentRequest): Promise<Order> {
  const state = await getPaymentState(deps.db, request.order_id, request.receipt_id);
  if (state.order.user_id !== actor.id) throw new AppError('ORDER_NOT_FOUND');
  if (state.order.price !== request.price) throw new AppError('PRICE_MISMATCH');
  try {
    await settleReceipt(deps, request.order_id, request.receipt_id, state);
  } catch (error) {
    if (error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE') await keepForInbox(deps, request);
    throw error;
  }
  return getOrderAnswer(deps.db, actor.id, request.order_id, deps.clock.now());
}

/**
 * A receipt whose end is not known and that no attempt holds, because its order is closed or taken by another payment, may have been
 * captured: the browser's word about it is kept as the provider's would be, and followed until the provider has answered.
 */
async function keepForInbox(deps: SettleDeps, { order_id, receipt_id }: ConfirmPaymentRequest): Promise<void> {
  const { order, own } = await getPaymentState(deps.db, order_id, receipt_id);
  if (own && own.state !== 'failed') return;
  const webhook = {
    ...{ receipt_id, order_id: order.order_number, webhook_type: BROWSER_WORD, cancelled_price: 0 },
    ...{ price: null, status: null, status_locale: '', method: '', pg: '', order_name: '' },
  };
  await storeWebhook(deps, webhook, 'browser');
}
