/** A refund of an order in won, before it is decided. */
export type RefundInQuestion = {
  amountWon: number;
  /** What went back of the order before or is on its way, by any means. */
  givenBackWon: number;
};

/**
 * Whether a refund needs a second administrator. What went back of the order before counts, so that
 * several small refunds do not stay below the limit. Undefined `limitWon`: never.
 */
export function needsSecondPerson(
  { amountWon, givenBackWon }: RefundInQuestion,
  limitWon: number | undefined,
): boolean {
  return limitWon !== undefined && givenBackWon + amountWon > limitWon;
}
