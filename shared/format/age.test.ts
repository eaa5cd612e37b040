import { expect, it } from 'vitest';
import { formatAge } from './age.ts';

it.each([
  ['2026-11-22T09:00:01.000Z', '방금'],
  ['2026-11-22T08:59:01.000Z', '방금'],
  ['2026-11-22T08:59:00.000Z', '1분 전'],
  ['2026-11-22T08:00:01.000Z', '59분 전'],
  ['2026-11-22T08:00:00.000Z', '1시간 전'],
  ['2026-11-21T09:00:00.000Z', '1일 전'],
  ['2023-11-22T09:00:00.000Z', '1,096일 전'],
])('formatAge of %s is %s', (timestamp, text) => {
  expect(formatAge(timestamp, new Date('2026-11-22T09:00:00.000Z'))).toBe(text);
});
