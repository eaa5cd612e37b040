import { expect, it } from 'vitest';
import { splitVat } from './vat.ts';

it.each([
  [350_000, 318_182, 31_818],
  [110_000, 100_000, 10_000],
  [1, 1, 0],
  [0, 0, 0],
])('splits %i won into %i and %i', (won, supplyWon, vatWon) => {
  expect(splitVat(won)).toEqual({ supplyWon, vatWon });
});

it('loses and adds no won', () => {
  for (let won = 0; won < 2000; won += 1) {
    const { supplyWon, vatWon } = splitVat(won);
    expect(supplyWon + vatWon).toBe(won);
  }
});
