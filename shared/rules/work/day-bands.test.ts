import { expect, it } from 'vitest';
import { dayBandOf } from './day-bands.ts';

// Thursday, 10:00 in Korea.
const NOW = new Date('2026-11-26T01:00:00Z');

it.each([
  ['late', '2026-11-25T09:00:00Z', true],
  ['morning', '2026-11-26T02:59:00Z', false],
  ['afternoon', '2026-11-26T03:00:00Z', false],
  ['afternoon', '2026-11-26T14:59:00Z', false],
  ['week', '2026-11-26T15:00:00Z', false],
  ['week', '2026-11-29T14:59:00Z', false],
  ['later', '2026-11-29T15:00:00Z', false],
  ['untimed', null, false],
] as const)('puts into %s what is due at %s', (band, due_at, is_late) => {
  expect(dayBandOf({ due_at, is_late }, NOW)).toBe(band);
});
