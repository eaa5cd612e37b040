import type { ReceiptFacts } from './payment-decision.ts';

/** A refund as it was intended, in won. */
export type IntendedRefund = {
  /** What the provider had given back of the receipt before. */
  cancelledBeforeWon: number;
  amountWon: number;
};

/**
 * - done: the money is back; `excessWon` is what went back beyond it
 * - under_way: the provider is at it
 * - unclear: the provider does not say how much went back
 * - failed: the provider could not do it
 * - not_done: nothing shows that it happened
 */
export type RefundOutcome =
  | { kind: 'done'; excessWon: number }
  | { kind: 'under_way' | 'unclear' | 'failed' | 'not_done' };

/**
 * What has become of a refund by the receipt. The amount given back decides: the provider's documents
 * disagree about the status after a partial return (20, or still 1).
 */
export function refundOutcomeOf(
  { cancelledBeforeWon, amountWon }: IntendedRefund,
  receipt: Pick<ReceiptFacts, 'cancelledWon' | 'status'> & { isCancelledWonKnown: boolean },
): RefundOutcome {
  const { cancelledWon, status, isCancelledWonKnown } = receipt;
  if (!isCancelledWonKnown) return { kind: 'unclear' };
  const excessWon = cancelledWon - cancelledBeforeWon - amountWon;
  if (excessWon >= 0) return { kind: 'done', excessWon };
  if (status === 'cancelling') return { kind: 'under_way' };
  return { kind: status === 'cancel_failed' ? 'failed' : 'not_done' };
}
