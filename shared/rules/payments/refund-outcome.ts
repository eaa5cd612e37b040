import type { ReceiptFacts } from './payment-decision.ts';

/** A refund as it was intended, in won. */
export type IntendedRefund = {
  /** Amount of the receipt that the provider had refunded before. */
  cancelledBeforeWon: number;
  amountWon: number;
};

/**
 * - done: the money is refunded; `excessWon` is what was refunded beyond the intent
 * - under_way: the provider is executing it
 * - unclear: the provider does not report how much was refunded
 * - failed: the provider could not execute it
 * - not_done: nothing shows that it was executed
 */
export type RefundOutcome =
  | { kind: 'done'; excessWon: number }
  | { kind: 'under_way' | 'unclear' | 'failed' | 'not_done' };

/**
 * Derives the outcome of a refund from the receipt. The refunded amount decides: the documents of
 * the provider disagree about the status after a partial refund (20, or still 1).
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
