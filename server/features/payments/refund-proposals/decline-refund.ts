import { transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ValidDeclineProposalBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { lockPayable } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { endProposal, getProposal } from '../refunds/proposals.queries.ts';

/**
 * Declines a proposed refund, or withdraws it where the proposer does. The customer's request, if
 * any, stays open. Returns the order's id.
 * @throws AppError REFUND_PROPOSAL_NOT_FOUND, REFUND_PROPOSAL_CLOSED
 */
export async function declineRefund(
  { db, clock, dataKeys }: Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>,
  admin: ActingAdmin,
  proposalId: number,
  { note }: ValidDeclineProposalBody,
): Promise<number> {
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const { order_id: orderId } = await getProposal(trx, proposalId);
    await lockPayable(trx, orderId);
    const { state, proposed_by: proposedBy } = await getProposal(trx, proposalId);
    if (state !== 'open') throw new AppError('REFUND_PROPOSAL_CLOSED');
    const isOwn = proposedBy === admin.actor.id;
    const status = isOwn ? 'withdrawn' : 'declined';
    await endProposal(trx, proposalId, { status, note, seal, decidedBy: admin.actor.id, now: clock.now() });
    await recordAudit(trx, {
      ...admin,
      action: isOwn ? 'order.withdraw_refund' : 'order.decline_refund',
      subjectType: 'order',
      subjectId: orderId,
      after: { proposal_id: proposalId, proposed_by: proposedBy, has_note: note !== '' },
    });
    return orderId;
  });
}
