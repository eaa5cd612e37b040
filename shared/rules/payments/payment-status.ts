/**
 * The states of a payment attempt: one receipt of the provider for one order.
 * - unverified: the provider could not be asked about it yet
 * - approving: the intent to capture it is written
 * - issued: a virtual account waits for its deposit
 * - paid: it is the order's payment
 * - revoking: an issued account of an order that has ended; it is revoked at the provider, and
 *   followed until its deposit date where the provider refuses that
 * - returning: captured, but not for the order: it is refunded
 * - returned: it was returning, and all of the money is refunded
 * - failed: nothing was captured
 * - cancelled: it was the order's payment, and all of the money is refunded
 */
export const ATTEMPT_STATES = [
  'unverified',
  'approving',
  'issued',
  'paid',
  'revoking',
  'returning',
  'returned',
  'failed',
  'cancelled',
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * The states that may follow each state; `none` is a receipt without a row. The outcome of captured
 * money is final, so no move leads back from it. The tests' database refuses every other move.
 */
export const ATTEMPT_MOVES: Record<AttemptState | 'none', readonly AttemptState[]> = {
  none: ATTEMPT_STATES,
  unverified: ['approving', 'issued', 'paid', 'revoking', 'returning', 'returned', 'failed', 'cancelled'],
  approving: ['unverified', 'issued', 'paid', 'revoking', 'returning', 'returned', 'failed', 'cancelled'],
  issued: ['paid', 'revoking', 'returning', 'returned', 'failed', 'cancelled'],
  paid: ['cancelled'],
  revoking: ['returning', 'returned', 'failed'],
  returning: ['returned'],
  returned: [],
  // A receipt without money may still be paid: the buyer continues in an open window.
  failed: ['unverified', 'approving', 'issued', 'paid', 'revoking', 'returning', 'returned', 'cancelled'],
  cancelled: [],
};

/** A call to the provider has begun and its outcome is unknown. */
export const UNKNOWN_OUTCOME = ['unverified', 'approving'] as const satisfies AttemptState[];
/** The order is taken: no second payment may begin. */
export const HOLDING = ['unverified', 'approving', 'issued', 'paid'] as const satisfies AttemptState[];
/** Bind the receipt to its order. An unverified one does not: anyone can send its id. */
export const BINDING = [
  'approving',
  'issued',
  'paid',
  'revoking',
  'returning',
  'returned',
  'cancelled',
] as const satisfies AttemptState[];
/** The job follows these until they end. */
export const FOLLOWED = ['unverified', 'approving', 'issued', 'revoking'] as const satisfies AttemptState[];
/** The provider holds money of the receipt. */
export const CAPTURED = ['paid', 'returning'] as const satisfies AttemptState[];
/** The outcome of the money is recorded: nothing about the receipt is decided again. */
export const RECORDED = ['paid', 'returning', 'returned', 'cancelled'] as const satisfies AttemptState[];
/** Worth showing as the order's payment. */
export const SHOWN = ['issued', 'paid', 'cancelled'] as const satisfies AttemptState[];

const LABELS: Record<AttemptState, string> = {
  unverified: '확인 대기',
  approving: '승인 중',
  issued: '입금 대기',
  paid: '결제 완료',
  revoking: '가상계좌 취소 중',
  returning: '환불할 결제',
  returned: '환불 완료',
  failed: '결제 안 됨',
  cancelled: '전액 환불',
};

/** Returns the label of a state for administrators. */
export function attemptStateLabel(state: AttemptState): string {
  return LABELS[state];
}

/** Returns whether `state` is one of `states`. */
export function isOneOf<State extends AttemptState>(states: readonly State[], state: AttemptState): state is State {
  return states.some((each) => each === state);
}
