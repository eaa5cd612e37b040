import { expect, test } from 'vitest';
import { formatMinutes } from './minutes.ts';

test.each([
  [0, '0분'],
  [59, '59분'],
  [60, '1시간'],
  [200, '3시간 20분'],
  [1439, '23시간 59분'],
  [1440, '1일'],
  [3125, '2일 4시간'],
  [1_440_000, '1,000일'],
])('formats %i minutes', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text);
});
