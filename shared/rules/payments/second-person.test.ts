import { expect, it } from 'vitest';
import { needsSecondPerson, refundableAlone } from './second-person.ts';

const others = { isOwnOrder: false };
const own = { isOwnOrder: true };

it.each([
  { ...others, amountWon: 300_000, givenBackWon: 0, limitWon: 300_000, isNeeded: false },
  { ...others, amountWon: 300_001, givenBackWon: 0, limitWon: 300_000, isNeeded: true },
  { ...others, amountWon: 100_000, givenBackWon: 200_000, limitWon: 300_000, isNeeded: false },
  { ...others, amountWon: 1, givenBackWon: 300_000, limitWon: 300_000, isNeeded: true },
  { ...others, amountWon: 1, givenBackWon: 0, limitWon: 0, isNeeded: true },
  { ...others, amountWon: 9_000_000, givenBackWon: 9_000_000, limitWon: undefined, isNeeded: false },
  { ...own, amountWon: 1, givenBackWon: 0, limitWon: 300_000, isNeeded: true },
  { ...own, amountWon: 1, givenBackWon: 0, limitWon: undefined, isNeeded: true },
])(
  '$amountWon won after $givenBackWon, limit $limitWon, own order $isOwnOrder: $isNeeded',
  ({ limitWon, isNeeded, ...refund }) => {
    expect(needsSecondPerson(refund, limitWon)).toBe(isNeeded);
    const alone = refundableAlone(refund, limitWon);
    expect(alone !== null && refund.amountWon > alone).toBe(isNeeded);
  },
);
