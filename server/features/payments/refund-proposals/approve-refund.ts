import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readProposalNote } from '#server/features/orders/order-texts.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { proposalLapsesAt } from '#shared/rules/payments/second-person.ts';
import { findAttempt } from '../attempts/attempts.queries.ts';
import { lockPayable, type PayableOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carryOutRefund } from '../refunds/carry-out-refund.ts';
import { endOpenRequest } from '../refunds/end-open-request.ts';
import { endProposal, getProposal, type Proposal } from '../refunds/proposals.queries.ts';
import { GRANT_REASON, writeRefundIntent } from '../refunds/write-refund-intent.ts';

/** Returns whether the account may still decide about refunds; keeps it so until the transaction ends. */
async function lockEntitled(trx: Trx, userId: number): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select(['users.role', 'users.is_active'])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (user?.role !== 'admin' || !user.is_active) return false;
  const granted = await trx.selectFrom('user_permissions').select('permission').where('user_id', '=', userId).execute();
  return mayDo(
    granted.map(({ permission }) => permission),
    'money',
  );
}

/** Writes the intent with the customer's side of it, as one administrator's decision would. */
async function writeApproved(
  { dataKeys, clock, timing }: PaymentDeps,
  trx: Trx,
  admin: ActingAdmin,
  { order, proposal, seal }: { order: PayableOrder; proposal: Proposal; seal: Seal },
): Promise<number> {
  const now = clock.now();
  const { amount, receipt_id: receiptId, cancel_id: cancelId, account } = proposal;
  const note = readProposalNote(dataKeys, proposal);
  const isGrant = proposal.request_id !== null;
  const refundId = await writeRefundIntent(trx, admin, order, {
    receipt_id: receiptId,
    amount,
    cancelId,
    seal,
    clearance: 'by_two',
    ...(account && { account }),
    reason: isGrant ? GRANT_REASON : note,
    dueAt: new Date(now.getTime() + timing.retryMs),
  });
  await endProposal(trx, proposal.id, { status: 'approved', decidedBy: admin.actor.id, now, refundId });
  // The request is about the order's payment, not about a second one captured by mistake.
  if (isGrant || (await findAttempt(trx, order.id, receiptId))?.state === 'paid') {
    const granted = { status: 'granted', refundId, grantedWon: amount } as const;
    const answer = isGrant && { answer: { note, seal } };
    await endOpenRequest(trx, order, { ...granted, ...answer, now, byUserId: admin.actor.id });
  }
  return refundId;
}

/**
 * Approves a proposed refund as the second administrator, and executes it like any other. Approved
 * twice by the same one, it is one refund. Returns the ids of order and refund.
 * @throws AppError REFUND_PROPOSAL_NOT_FOUND, REFUND_PROPOSAL_CLOSED, OWN_PROPOSAL,
 *   PROPOSER_NOT_ENTITLED, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID
 */
export async function approveRefund(
  deps: PaymentDeps,
  admin: ActingAdmin,
  proposalId: number,
): Promise<{ orderId: number; refundId: number }> {
  const seal = await deps.dataKeys.forSealing();
  const approved = await transaction(deps.db, async (trx) => {
    const { order_id: orderId, proposed_by: proposedBy } = await getProposal(trx, proposalId);
    if (proposedBy === admin.actor.id) throw new AppError('OWN_PROPOSAL');
    // Before the order, as `changeStanding` locks them: the other way round the two could deadlock.
    const isEntitled = await lockEntitled(trx, proposedBy);
    const order = await lockPayable(trx, orderId);
    const proposal = await getProposal(trx, proposalId);
    const { cancel_id: cancelId, refund_id: knownId } = proposal;
    if (knownId !== null && proposal.decided_by === admin.actor.id) return { orderId, refundId: knownId, cancelId };
    const isLapsed = proposalLapsesAt(proposal.created_at) <= deps.clock.now();
    if (proposal.state !== 'open' || isLapsed) throw new AppError('REFUND_PROPOSAL_CLOSED');
    if (!isEntitled) throw new AppError('PROPOSER_NOT_ENTITLED');
    const refundId = await writeApproved(deps, trx, admin, { order, proposal, seal });
    await recordAudit(trx, {
      ...admin,
      action: 'order.approve_refund',
      subjectType: 'order',
      subjectId: orderId,
      after: { proposal_id: proposalId, proposed_by: proposedBy, amount: proposal.amount, refund_id: refundId },
    });
    return { orderId, refundId, cancelId };
  });
  await carryOutRefund(deps, approved.cancelId);
  return approved;
}
