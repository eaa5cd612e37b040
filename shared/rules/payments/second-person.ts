/**
 * A proposal that no second administrator decided on lapses after so many days, of 24 hours each.
 */
export const PROPOSAL_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

/** Returns when an open proposal lapses. */
export function proposalLapsesAt(createdAt: Date): Date {
  return new Date(createdAt.getTime() + PROPOSAL_DAYS * DAY_MS);
}

/** A refund of an order in won, before it is decided. */
export type RefundInQuestion = {
  amountWon: number;
  /** Amount of the order that was or is being refunded, by any means. */
  givenBackWon: number;
  /** The administrator who decides it is the buyer: never alone. */
  isOwnOrder: boolean;
};

/**
 * Returns the amount of an order that one administrator may still refund alone; null: any amount.
 */
export function refundableAlone(
  { givenBackWon, isOwnOrder }: Omit<RefundInQuestion, 'amountWon'>,
  limitWon: number | undefined,
): number | null {
  if (isOwnOrder) return 0;
  return limitWon === undefined ? null : Math.max(0, limitWon - givenBackWon);
}

/**
 * Returns whether a refund needs a second administrator. Earlier refunds of the order count, so that several small
 * ones do not stay below the limit. Undefined `limitWon`: only for an own order.
 */
export function needsSecondPerson(
  { amountWon, givenBackWon, isOwnOrder }: RefundInQuestion,
  limitWon: number | undefined,
): boolean {
  if (isOwnOrder) return true;
  return limitWon !== undefined && givenBackWon + amountWon > limitWon;
}
