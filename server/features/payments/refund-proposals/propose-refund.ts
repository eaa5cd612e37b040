import { type Trx, transaction } from '#server/db/transaction.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import { newToken } from '#server/lib/tokens.ts';
import type { IssueRefundBody, ValidGrantRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import { type PayableOrder, recordDecision, withOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { lockForDecision } from '../refund-requests/lock-for-decision.ts';
import { findProposalByKey, hasOpenProposal, insertProposal, lapseOldProposal } from '../refunds/proposals.queries.ts';
import { issuedIdFor } from '../refunds/refund-id.ts';
import { findRefund } from '../refunds/refunds.queries.ts';
import { requireRefundable } from '../refunds/write-refund-intent.ts';
import { lapsedBefore } from './lapse-old-proposals.ts';
import { mailApprovers } from './mail-approvers.ts';

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'dataKeys'>;

type Proposed = Pick<IssueRefundBody, 'receipt_id' | 'amount' | 'account'> & {
  cancelId: string;
  requestId: number | null;
  note: string;
  seal: Seal;
  now: Date;
};

/**
 * Stores the proposal with its audit entry and the mails to those who may approve it. Needs the
 * order's lock.
 */
async function writeProposal(
  trx: Trx,
  admin: ActingAdmin,
  order: PayableOrder,
  { amount, ...proposed }: Proposed,
): Promise<void> {
  // The system proposes nothing: there must be a person to tell apart from the second one.
  const { actor } = admin;
  if (actor.id === null) throw new AppError('ADMIN_FORBIDDEN');
  const attempt = await requireRefundable(trx, order.id, { receipt_id: proposed.receipt_id, amount });
  await lapseOldProposal(trx, order.id, { before: lapsedBefore(proposed.now), now: proposed.now });
  if (await hasOpenProposal(trx, order.id)) throw new AppError('REFUND_PROPOSED');
  const proposalId = await insertProposal(trx, {
    orderId: order.id,
    receiptId: attempt.receipt_id,
    cancelId: proposed.cancelId,
    amountWon: amount,
    requestId: proposed.requestId,
    note: proposed.note,
    seal: proposed.seal,
    account: proposed.account,
    proposedBy: actor.id,
    now: proposed.now,
  });
  await mailApprovers(trx, order, actor.id);
  await recordDecision(trx, admin, order, {
    action: 'order.propose_refund',
    after: {
      proposal_id: proposalId,
      amount,
      receipt_id: attempt.receipt_id,
      ...(proposed.requestId !== null && { request_id: proposed.requestId }),
    },
  });
}

/**
 * Proposes a refund of a captured receipt for a second administrator to approve (decision 048).
 * Moves no money, and the customer sees nothing of it. A repeat with the same key changes nothing.
 * @throws AppError ORDER_NOT_FOUND, NOT_PAID, REFUND_IN_PROGRESS, REFUND_EXCEEDS_PAID,
 *   REFUND_PROPOSED; CONFLICT for a key that stands for another refund
 */
export async function proposeRefund(
  { db, clock, dataKeys }: Deps,
  admin: ActingAdmin,
  orderId: number,
  { reason, requestKey, ...body }: IssueRefundBody,
): Promise<void> {
  const cancelId = requestKey ? issuedIdFor(orderId, requestKey) : newToken().slice(0, 32);
  const seal = await dataKeys.forSealing();
  await withOrder(db, orderId, async (trx, order) => {
    if (await findRefund(trx, cancelId)) throw new AppError('CONFLICT');
    const known = await findProposalByKey(trx, cancelId);
    if (known && known.amount !== body.amount) throw new AppError('CONFLICT');
    if (known) return;
    const proposed = { ...body, note: reason, requestId: null, cancelId, seal, now: clock.now() };
    await writeProposal(trx, admin, order, proposed);
  });
}

/**
 * Proposes to grant a refund request. The request stays open for its customer until a second
 * administrator approves. Returns the order's id.
 * @throws AppError REFUND_REQUEST_NOT_FOUND, REFUND_REQUEST_CLOSED, NOT_PAID, REFUND_IN_PROGRESS,
 *   REFUND_EXCEEDS_PAID, REFUND_PROPOSED
 */
export async function proposeGrant(
  { db, clock, dataKeys }: Deps,
  admin: ActingAdmin,
  requestId: number,
  body: ValidGrantRefundBody,
): Promise<number> {
  const cancelId = newToken().slice(0, 32);
  const seal = await dataKeys.forSealing();
  return transaction(db, async (trx) => {
    const order = await lockForDecision(trx, requestId);
    await writeProposal(trx, admin, order, { ...body, requestId, cancelId, seal, now: clock.now() });
    return order.id;
  });
}
