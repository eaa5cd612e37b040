import { describe, expect, it } from 'vitest';
import { refundOutcomeOf } from './refund-outcome.ts';

const refund = { cancelledBeforeWon: 100_000, amountWon: 50_000 };
const isCancelledWonKnown = true;

describe('refundOutcomeOf', () => {
  it.each(['paid', 'cancelled', 'cancelling', 'cancel_failed'] as const)(
    'is done once the amount is back, whatever the status (%s) says',
    (status) => {
      expect(refundOutcomeOf(refund, { status, cancelledWon: 150_000, isCancelledWonKnown })).toEqual({
        kind: 'done',
        excessWon: 0,
      });
    },
  );

  it('tells how much more has gone back than was asked', () => {
    expect(refundOutcomeOf(refund, { status: 'cancelled', cancelledWon: 200_000, isCancelledWonKnown })).toEqual({
      kind: 'done',
      excessWon: 50_000,
    });
  });

  it.each([
    ['paid', 'not_done'],
    ['cancelled', 'not_done'],
    ['cancelling', 'under_way'],
    ['cancel_failed', 'failed'],
  ] as const)('with less given back, a receipt that is %s says %s', (status, kind) => {
    expect(refundOutcomeOf(refund, { status, cancelledWon: 149_999, isCancelledWonKnown })).toEqual({ kind });
  });

  it.each(['paid', 'cancelling'] as const)('a receipt that is %s without an amount proves nothing', (status) => {
    const receipt = { status, cancelledWon: 0, isCancelledWonKnown: false };
    expect(refundOutcomeOf({ cancelledBeforeWon: 0, amountWon: 50_000 }, receipt)).toEqual({ kind: 'unclear' });
  });
});
