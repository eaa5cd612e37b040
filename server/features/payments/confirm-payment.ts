import { getOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Order } from '#shared/contract/orders.ts';
import type { ConfirmPaymentRequest } from '#shared/contract/payments.ts';
import { getPaymentState } from './payment-state.ts';
import type { SettleDeps } from './settle-deps.ts';
import { settleReceipt } from './settle-receipt.ts';

/**
 * What the buyer's browser asks for after the payment window: settle this receipt for my order. The price it sends is only
 * compared (contract §3).
 * @throws AppError ORDER_NOT_FOUND for somebody else's order, PRICE_MISMATCH, and whatever `settleReceipt` throws
 */
export async function confirmPayment(deps: SettleDeps, actor: Actor, request: ConfirmPaymentRequest): Promise<Order> {
  const state = await getPaymentState(deps.db, request.order_id, request.receipt_id);
  if (state.order.user_id !== actor.id) throw new AppError('ORDER_NOT_FOUND');
  if (state.order.price !== request.price) throw new AppError('PRICE_MISMATCH');
  await settleReceipt(deps, request.order_id, request.receipt_id, state);
  return getOrderAnswer(deps.db, actor.id, request.order_id, deps.clock.now());
}
