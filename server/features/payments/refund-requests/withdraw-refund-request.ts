import { transaction } from '#server/db/transaction.ts';
import { getOrderAnswer, getRefundFacts } from '#server/features/orders/orders.lookup.ts';
import { getOwnOrderRow, lockOrder } from '#server/features/orders/orders.moves.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';

/**
 * Withdraws the customer's open request. Withdrawing it again succeeds; a decided request cannot be
 * withdrawn.
 * @throws AppError ORDER_NOT_FOUND, REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function withdrawRefundRequest(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  actor: Actor,
  orderId: number,
): Promise<Order> {
  const now = clock.now();
  // Check the owner before locking: another user's order is unknown.
  await getOwnOrderRow(db, actor.id, orderId);
  return transaction(db, async (trx) => {
    const locked = await lockOrder(trx, orderId);
    const endedId = await endOpenRequest(trx, locked, { status: 'withdrawn', now, byUserId: actor.id });
    if (endedId === undefined) {
      const { requestStatus } = await getRefundFacts(trx, actor.id, orderId, now);
      if (!requestStatus) throw new AppError('REFUND_REQUEST_NOT_FOUND');
      if (requestStatus !== 'withdrawn') throw new AppError('REFUND_REQUEST_CLOSED');
    }
    return getOrderAnswer({ db: trx, dataKeys }, actor.id, orderId, now);
  });
}
