import { expect, it } from 'vitest';
import { nextReminder } from './marketing.ts';

const GIVEN = new Date('2026-11-26T03:00:00Z');

it.each([
  ['the consent itself', '2026-11-26T03:00:00Z', '2028-11-12T03:00:00.000Z'],
  ['the moment before the first reminder', '2028-11-12T02:59:59Z', '2028-11-12T03:00:00.000Z'],
  ['the first reminder', '2028-11-12T03:00:00Z', '2030-11-12T03:00:00.000Z'],
  ['an outage of years', '2031-05-01T00:00:00Z', '2032-11-12T03:00:00.000Z'],
])('reminds of a consent 14 days before each second anniversary: after %s', (_name, now, expected) => {
  expect(nextReminder(GIVEN, new Date(now)).toISOString()).toBe(expected);
});
