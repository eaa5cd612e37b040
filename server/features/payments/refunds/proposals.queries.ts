import { type Selectable, sql } from 'kysely';
import type { RefundProposalsTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { nextId } from '#server/lib/keys/next-id.ts';
import type { Seal } from '#server/lib/keys/sealed-text.ts';
import type { RefundAccount } from '#shared/features/payments/refund-schemas.ts';

export type Proposal = Selectable<RefundProposalsTable>;

export type NewProposal = {
  orderId: number;
  receiptId: string;
  cancelId: string;
  amountWon: number;
  /** The customer's request that it grants. */
  requestId: number | null;
  /** The reason of the refund; with a request, the note that its customer reads. */
  note: string;
  seal: Seal;
  account: RefundAccount | undefined;
  proposedBy: number;
  now: Date;
};

/** Stores a refund for a second administrator to decide. Needs the order's lock. Returns its id. */
export async function insertProposal(trx: Trx, { seal, ...proposal }: NewProposal): Promise<number> {
  const id = await nextId(trx, 'refund_proposals');
  await trx
    .insertInto('refund_proposals')
    .values({
      id,
      order_id: proposal.orderId,
      receipt_id: proposal.receiptId,
      cancel_id: proposal.cancelId,
      amount: proposal.amountWon,
      request_id: proposal.requestId,
      note_sealed: seal(proposal.note, `refund_proposals.note_sealed:${id}`),
      account: proposal.account ? JSON.stringify(proposal.account) : null,
      proposed_by: proposal.proposedBy,
      created_at: proposal.now,
    })
    .execute();
  return id;
}

/** Reads a proposal; throws REFUND_PROPOSAL_NOT_FOUND. */
export async function getProposal(db: DbOrTrx, proposalId: number): Promise<Proposal> {
  const proposal = await db
    .selectFrom('refund_proposals')
    .selectAll()
    .where('refund_proposals.id', '=', proposalId)
    .executeTakeFirst();
  if (!proposal) throw new AppError('REFUND_PROPOSAL_NOT_FOUND');
  return proposal;
}

export function findProposalByKey(trx: Trx, cancelId: string): Promise<Proposal | undefined> {
  return trx
    .selectFrom('refund_proposals')
    .selectAll()
    .where('refund_proposals.cancel_id', '=', cancelId)
    .executeTakeFirst();
}

/** Returns whether a refund of the order waits for a second administrator. There is at most one. */
export async function hasOpenProposal(trx: Trx, orderId: number): Promise<boolean> {
  const open = await trx
    .selectFrom('refund_proposals')
    .select('refund_proposals.id')
    .where('refund_proposals.order_id', '=', orderId)
    .where('refund_proposals.state', '=', 'open')
    .executeTakeFirst();
  return open !== undefined;
}

type LapseTimes = { before: Date; now: Date };

type ProposalEnd = { decidedBy: number | null; now: Date } & (
  | { status: 'approved'; refundId: number }
  | { status: 'declined' | 'withdrawn'; note: string; seal: Seal }
);

/** Ends an open proposal. Needs the order's lock. */
export async function endProposal(trx: Trx, proposalId: number, end: ProposalEnd): Promise<void> {
  const words =
    end.status === 'approved' ? null : end.seal(end.note, `refund_proposals.decision_note_sealed:${proposalId}`);
  await trx
    .updateTable('refund_proposals')
    .set({
      state: end.status,
      decided_at: end.now,
      decided_by: end.decidedBy,
      decision_note_sealed: words,
      refund_id: end.status === 'approved' ? end.refundId : null,
      account: null,
    })
    .where('refund_proposals.id', '=', proposalId)
    .where('refund_proposals.state', '=', 'open')
    .execute();
}

/** Ends the order's open proposal if it was made before. Needs the order's lock. */
export async function lapseOldProposal(trx: Trx, orderId: number, { before, now }: LapseTimes): Promise<void> {
  await trx
    .updateTable('refund_proposals')
    .set({ state: 'lapsed', decided_at: now, account: null })
    .where('refund_proposals.order_id', '=', orderId)
    .where('refund_proposals.state', '=', 'open')
    .where('refund_proposals.created_at', '<=', before)
    .execute();
}

/**
 * Ends the open proposal about a request or a receipt, if any, because what it was made for has
 * changed. Needs the order's lock.
 */
export async function lapseProposals(trx: Trx, about: { request_id: number } | { receipt_id: string }): Promise<void> {
  await trx
    .updateTable('refund_proposals')
    .set({ state: 'lapsed', decided_at: sql<Date>`now()`, account: null })
    .where((eb) => eb.and(about))
    .where('refund_proposals.state', '=', 'open')
    .execute();
}
