import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { markHandled } from '#server/features/orders/state/mark-handled.ts';
import type { Staff } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { RefuseRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';
import { lockForDecision } from './lock-for-decision.ts';

/**
 * Refuses a refund request with a reason for the customer. Returns the order's id.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED
 */
export async function refuseRefundRequest(
  { db, clock }: { db: Db; clock: Clock },
  staff: Staff,
  requestId: number,
  { note }: RefuseRefundBody,
): Promise<number> {
  return transaction(db, async (trx) => {
    const order = await lockForDecision(trx, requestId);
    await endOpenRequest(trx, order, { state: 'refused', note, now: clock.now(), byUserId: staff.actor.id });
    await markHandled(trx, order.id);
    await recordAudit(trx, {
      ...staff,
      action: 'order.refuse_refund_request',
      subjectType: 'order',
      subjectId: order.id,
      after: { request_id: requestId },
      reason: note,
    });
    return order.id;
  });
}
