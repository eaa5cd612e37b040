import { z } from 'zod';
import { id, timestamp, won } from '#shared/contract/fields.ts';
import { REFUND_BASES } from '#shared/rules/payments/refund-policy.ts';
import {
  REFUND_PROPOSAL_STATUSES,
  REFUND_REQUEST_STATUSES,
  REFUND_STATES,
} from '#shared/rules/payments/refund-status.ts';

/** Holds what the refund policy gives, with the sentence about it (spec §9). */
/** The rule of the refund policy that an amount follows from. */
export const refundBasis = z.enum(REFUND_BASES);
const policy = z.object({ amount: won, basis: refundBasis, reason: z.string() });

const refundRequest = z.object({
  status: z.enum(REFUND_REQUEST_STATUSES),
  /** By the refund policy when it was asked; 0 where the firm examines the request. */
  amount: won,
  basis: refundBasis,
  /** The customer's words; `note` has those of administrators. */
  reason: z.string(),
  note: z.string(),
  granted_amount: won.nullable(),
  /**
   * Of a granted one: requested while the provider is to be asked again, refused when it said no.
   */
  refund_state: z.enum(REFUND_STATES).nullable(),
  created_at: timestamp,
  /** The last day in Korea on which it is handled in time, as `2026-12-02`. */
  due_on: z.string(),
  /** When it ended, in any way. */
  decided_at: timestamp.nullable(),
});

/**
 * `policy` is null while there is nothing to request; `request` is the newest one; `awaits_account`
 * is money that can only go back to an account which the buyer names, 0 mostly.
 */
export const orderRefund = z.object({
  policy: policy.nullable(),
  request: refundRequest.nullable(),
  awaits_account: won,
});
export type OrderRefund = z.infer<typeof orderRefund>;

/**
 * As administrators see it: with the rule that gave the amount, and who decided, as in `admin
 * (관리자)`.
 */
export const adminRefundRequest = refundRequest.extend({
  id,
  policy_reason: z.string(),
  decided_by: z.string().nullable(),
});
export type AdminRefundRequest = z.infer<typeof adminRefundRequest>;

/** A refund that waits for a second administrator, or waited (decision 048). */
export const adminRefundProposal = z.object({
  id,
  receipt_id: z.string(),
  amount: won,
  /** The customer's request that it grants; null for a refund of its own. */
  request_id: id.nullable(),
  /** The reason of the refund; with a request, the note that its customer reads. */
  note: z.string(),
  /**
   * The bank account that the money goes to, while the proposal is open; null: back to the card.
   */
  account: z.object({ bank_code: z.string(), number: z.string(), holder: z.string() }).nullable(),
  status: z.enum(REFUND_PROPOSAL_STATUSES),
  /** As in `admin (관리자)`. */
  proposed_by: z.string(),
  proposed_by_id: id,
  decided_by: z.string().nullable(),
  decision_note: z.string(),
  created_at: timestamp,
  decided_at: timestamp.nullable(),
});
export type AdminRefundProposal = z.infer<typeof adminRefundProposal>;
