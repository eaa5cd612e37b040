/**
 * The states of a refund.
 * - requested: the intent is written; a job executes it until the receipt shows the outcome
 * - done: the money is refunded
 * - refused: the provider could not execute it
 */
export const REFUND_STATES = ['requested', 'done', 'refused'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * The states that may follow each state. A receipt that shows the money back overrides a refusal.
 */
export const REFUND_MOVES: Record<RefundState, readonly RefundState[]> = {
  requested: ['done', 'refused'],
  done: [],
  refused: ['done'],
};

/**
 * The statuses of a customer's refund request. The money of a granted one is being refunded, or has
 * been.
 */
export const REFUND_REQUEST_STATUSES = ['open', 'granted', 'refused', 'withdrawn'] as const;
export type RefundRequestStatus = (typeof REFUND_REQUEST_STATUSES)[number];

/** The statuses that may follow each status. */
export const REFUND_REQUEST_MOVES: Record<RefundRequestStatus, readonly RefundRequestStatus[]> = {
  open: ['granted', 'refused', 'withdrawn'],
  granted: [],
  refused: [],
  withdrawn: [],
};

/**
 * The statuses of a refund that waits for a second administrator (decision 048).
 * - withdrawn: by the administrator who proposed it
 * - lapsed: not decided within `PROPOSAL_DAYS`, the customer's request ended, or other money of the
 *   receipt went back
 */
export const REFUND_PROPOSAL_STATUSES = ['open', 'approved', 'declined', 'withdrawn', 'lapsed'] as const;
export type RefundProposalStatus = (typeof REFUND_PROPOSAL_STATUSES)[number];

/** The statuses that may follow each status. */
export const REFUND_PROPOSAL_MOVES: Record<RefundProposalStatus, readonly RefundProposalStatus[]> = {
  open: ['approved', 'declined', 'withdrawn', 'lapsed'],
  approved: [],
  declined: [],
  withdrawn: [],
  lapsed: [],
};
