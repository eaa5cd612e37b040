import { expect, it } from 'vitest';
import { isUrgentDay } from './urgent-day.ts';

it.each([
  ['2026-11-29', false],
  ['2026-11-30', true],
  ['2026-12-03', true],
  ['2026-12-04', false],
  ['', false],
])('of %s, on 30 November, is %s', (day, expected) => {
  expect(isUrgentDay(day, '2026-11-30')).toBe(expected);
});
