import { getRefundFacts } from '#server/features/orders/orders.lookup.ts';
import type { Actor } from '#server/http/session.ts';
import { AppError } from '#server/lib/errors.ts';
import { withOwnOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';

/**
 * Withdraws the customer's open request. Withdrawing it again succeeds; a decided request cannot be
 * withdrawn.
 * @throws AppError ORDER_NOT_FOUND, REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function withdrawRefundRequest(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  actor: Actor,
  orderId: number,
): Promise<void> {
  const now = clock.now();
  await withOwnOrder(db, actor, orderId, async (trx, order) => {
    const endedId = await endOpenRequest(trx, order, { status: 'withdrawn', now, byUserId: actor.id });
    if (endedId !== undefined) return;
    const { requestStatus } = await getRefundFacts(trx, actor.id, orderId, now);
    if (!requestStatus) throw new AppError('REFUND_REQUEST_NOT_FOUND');
    if (requestStatus !== 'withdrawn') throw new AppError('REFUND_REQUEST_CLOSED');
  });
}
