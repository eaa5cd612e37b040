import { expect, it } from 'vitest';
import { needsSecondPerson, refundableAlone } from './second-person.ts';

it.each([
  { amountWon: 300_000, givenBackWon: 0, limitWon: 300_000, isNeeded: false },
  { amountWon: 300_001, givenBackWon: 0, limitWon: 300_000, isNeeded: true },
  { amountWon: 100_000, givenBackWon: 200_000, limitWon: 300_000, isNeeded: false },
  { amountWon: 1, givenBackWon: 300_000, limitWon: 300_000, isNeeded: true },
  { amountWon: 1, givenBackWon: 0, limitWon: 0, isNeeded: true },
  { amountWon: 9_000_000, givenBackWon: 9_000_000, limitWon: undefined, isNeeded: false },
])('$amountWon won after $givenBackWon, limit $limitWon: $isNeeded', ({ limitWon, isNeeded, ...refund }) => {
  expect(needsSecondPerson(refund, limitWon)).toBe(isNeeded);
  const alone = refundableAlone(refund.givenBackWon, limitWon);
  expect(alone !== null && refund.amountWon > alone).toBe(isNeeded);
});
