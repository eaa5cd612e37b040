/**
 * Refunds under way and refused ones, payments without an answer for five minutes, virtual accounts
 * without their deposit.
 */
export const WAITING_MATTERS = ['refund', 'refused_refund', 'unsettled', 'deposit'] as const;

/** What an order can wait for until somebody of the staff looks at it. */
export type WaitingMatter = (typeof WAITING_MATTERS)[number];
