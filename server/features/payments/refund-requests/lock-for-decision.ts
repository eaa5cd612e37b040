import type { Trx } from '#server/db/transaction.ts';
import { lockOrder, type OrderRow } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { getRequestReference } from './refund-requests.queries.ts';

/**
 * Locks the order of a request before a decision. Of two decisions, or a decision and a withdrawal,
 * the second reads the result of the first.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function lockForDecision(trx: Trx, requestId: number): Promise<OrderRow> {
  const { order_id: orderId } = await getRequestReference(trx, requestId);
  const order = await lockOrder(trx, orderId);
  const { state } = await getRequestReference(trx, requestId);
  if (state !== 'open') throw new AppError('REFUND_REQUEST_CLOSED');
  return order;
}
