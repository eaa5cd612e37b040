import { transaction } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { RefuseRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { recordDecision } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';
import { lockForDecision } from './lock-for-decision.ts';

/**
 * Refuses a refund request with a reason for the customer. Returns the order's id.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function refuseRefundRequest(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  admin: ActingAdmin,
  requestId: number,
  { note }: RefuseRefundBody,
): Promise<number> {
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const order = await lockForDecision(trx, requestId);
    const answer = { note, seal };
    await endOpenRequest(trx, order, { status: 'refused', answer, now: clock.now(), byUserId: admin.actor.id });
    await recordDecision(trx, admin, order, {
      action: 'order.refuse_refund_request',
      after: { request_id: requestId, has_note: true },
    });
    return order.id;
  });
}
