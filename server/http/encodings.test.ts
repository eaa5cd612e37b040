import { expect, test } from 'vitest';
import { chooseEncoding } from './encodings.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.0,br;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['gzip, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['br; q=0.000, gzip;q=0,*;q=1', 'identity'],
])('answers accept-encoding %j with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
