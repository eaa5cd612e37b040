import type { Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockPayable, type PayableOrder } from '../order-money.ts';
import { getRequestReference } from './refund-requests.queries.ts';

/**
 * Locks the order of a request before a decision. Of two decisions, or a decision and a withdrawal,
 * the second reads the result of the first.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function lockForDecision(trx: Trx, requestId: number): Promise<PayableOrder> {
  const { order_id: orderId } = await getRequestReference(trx, requestId);
  const order = await lockPayable(trx, orderId);
  const { state } = await getRequestReference(trx, requestId);
  if (state !== 'open') throw new AppError('REFUND_REQUEST_CLOSED');
  return order;
}
