import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import type {
  DeclineProposalBody,
  GrantRefundBody,
  IssueRefundBody,
} from '#shared/features/payments/admin-refund-schemas.ts';
import { send } from '#web/lib/send.ts';

export const proposeRefund = (orderId: number, body: IssueRefundBody) =>
  send(refundCalls.propose, { params: { id: orderId }, body });

/** Proposes to grant a customer's request. */
export const proposeGrant = (requestId: number, body: GrantRefundBody) =>
  send(refundCalls.proposeGrant, { params: { id: requestId }, body });

export const approveProposal = (id: number) => send(refundCalls.approveProposal, { params: { id } });

/** The proposer's own one is withdrawn. */
export const declineProposal = (id: number, body: DeclineProposalBody) =>
  send(refundCalls.declineProposal, { params: { id }, body });
