import { expect, it } from 'vitest';
import { addDeskMinutes } from './desk-minutes.ts';

it.each([
  ['in office hours', '2026-11-23T10:00:30+09:00', '2026-11-23T10:10:30+09:00'],
  ['before the desk opens', '2026-11-23T07:00:00+09:00', '2026-11-23T09:10:00+09:00'],
  ['after it has closed', '2026-11-23T18:00:00+09:00', '2026-11-24T09:10:00+09:00'],
  ['across the night', '2026-11-23T17:55:00+09:00', '2026-11-24T09:05:00+09:00'],
  ['up to the end of the day', '2026-11-23T17:50:00+09:00', '2026-11-23T18:00:00+09:00'],
  ['across a weekend', '2026-11-27T17:54:00+09:00', '2026-11-30T09:04:00+09:00'],
  ['across a holiday', '2026-12-24T17:54:00+09:00', '2026-12-28T09:04:00+09:00'],
])('counts ten minutes %s', (_name, from, to) => {
  expect(addDeskMinutes(new Date(from), 10).toISOString()).toBe(new Date(to).toISOString());
});

it('counts hours over several days', () => {
  const at = addDeskMinutes(new Date('2026-11-23T10:00:00+09:00'), 20 * 60, { opens: 600, closes: 1020 });
  expect(at.toISOString()).toBe(new Date('2026-11-25T16:00:00+09:00').toISOString());
});
