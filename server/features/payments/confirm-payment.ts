import { getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import type { RateLimiter } from '#server/http/rate-limit.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Order } from '#shared/contract/orders.ts';
import type { ConfirmPaymentRequest } from '#shared/contract/payments.ts';
import { getPaymentState, type PaymentState } from './payment-state.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';
import { storeWebhook } from './store-webhook.ts';

/** In the inbox, where the provider's own types stand. */
const BROWSER_WORD = 'BROWSER_CONFIRM';

/**
 * What the buyer's browser asks for after the payment window: settle this receipt for my order. The price it sends is only
 * compared (contract §3).
 * @throws AppError ORDER_NOT_FOUND for another user's order, TOO_MANY_REQUESTS, PRICE_MISMATCH, and those of `settleReceipt`
 */
export async function confirmPayment(
  deps: SettleDeps & { limit: RateLimiter },
  actor: Actor,
  request: ConfirmPaymentRequest,
): Promise<Order> {
  const refusal = await refusalOf(deps.limit, actor);
  const state = await getPaymentState(deps.db, request.order_id, request.receipt_id);
  if (state.order.user_id !== actor.id) throw new AppError('ORDER_NOT_FOUND');
  if (refusal) {
    await keepForInbox(deps, request.receipt_id, state);
    throw refusal;
  }
  if (state.order.price !== request.price) throw new AppError('PRICE_MISMATCH');
  try {
    await settleReceipt(deps, request.order_id, request.receipt_id, state);
  } catch (error) {
    if (error instanceof AppError && error.code === 'GATEWAY_UNAVAILABLE') {
      await keepForInbox(
        deps,
        request.receipt_id,
        await getPaymentState(deps.db, request.order_id, request.receipt_id),
      );
    }
    throw error;
  }
  return getOrderAnswer(deps.db, actor.id, request.order_id, deps.clock.now());
}

/** The error of one call too many; undefined when the call is within the limit. */
async function refusalOf(limit: RateLimiter, actor: Actor): Promise<AppError | undefined> {
  try {
    await limit.consume(String(actor.id));
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return error;
    throw error;
  }
}

/**
 * Stores a receipt that no attempt holds in the inbox of webhooks, because it may have been captured: the provider could not
 * be asked while the order was closed or taken by another payment, or the call was over the limit.
 */
async function keepForInbox(deps: SettleDeps, receipt_id: string, { order, own }: PaymentState): Promise<void> {
  if (own && own.state !== 'failed') return;
  const webhook = {
    ...{ receipt_id, order_id: order.order_number, webhook_type: BROWSER_WORD, cancelled_price: 0 },
    ...{ price: null, status: null, status_locale: '', method: '', pg: '', order_name: '' },
  };
  await storeWebhook(deps, webhook, 'browser');
}
