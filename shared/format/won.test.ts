import { expect, it } from 'vitest';
import { wonInWords } from './won.ts';

it.each([
  [0, '0원'],
  [5000, '5,000원'],
  [150_000, '15만원'],
  [1_000_000, '100만원'],
  [1_005_000, '100만 5,000원'],
  [100_000_000, '1억원'],
  [250_000_001, '2억 5,000만 1원'],
])('wonInWords says %i as %s', (won, text) => {
  expect(wonInWords(won)).toBe(text);
});
