import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [3500, '3.4 KB'],
  [20 * 1024 * 1024, '20 MB'],
])('formatBytes(%i)', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
