import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { ValidGrantRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';
import { GRANT_REASON, writeRefundIntent } from '../refunds/write-refund-intent.ts';
import { lockForDecision } from './lock-for-decision.ts';

/**
 * Grants a refund request: writes the decision with the refund intent, and executes it like any
 * other refund. Returns the ids of order and refund.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED, NOT_PAID, REFUND_IN_PROGRESS,
 *   REFUND_EXCEEDS_PAID, REFUND_PROPOSED, SECOND_PERSON_REQUIRED
 */
export async function grantRefundRequest(
  deps: PaymentDeps,
  admin: ActingAdmin,
  requestId: number,
  { amount, note, account }: ValidGrantRefundBody,
): Promise<{ orderId: number; refundId: number }> {
  const cancelId = newToken().slice(0, 32);
  const seal = await deps.dataKeys.forSealing();
  const granted = await transaction(deps.db, async (trx) => {
    const order = await lockForDecision(trx, requestId);
    const dueAt = new Date(deps.clock.now().getTime() + deps.timing.retryMs);
    const clearance = { byOneUpTo: deps.fourEyesWon };
    const intent = { amount, account, cancelId, reason: GRANT_REASON, seal, dueAt, clearance };
    const refundId = await writeRefundIntent(trx, admin, order, intent);
    await endOpenRequest(trx, order, {
      status: 'granted',
      refundId,
      grantedWon: amount,
      answer: { note, seal },
      now: deps.clock.now(),
      byUserId: admin.actor.id,
    });
    await recordAudit(trx, {
      ...admin,
      action: 'order.grant_refund_request',
      subjectType: 'order',
      subjectId: order.id,
      after: { request_id: requestId, amount, refund_id: refundId, has_note: note !== '' },
    });
    return { orderId: order.id, refundId };
  });
  await carryOutRefund(deps, cancelId);
  return granted;
}
