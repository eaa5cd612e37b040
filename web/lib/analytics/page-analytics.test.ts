import { expect, test } from 'vitest';
import { mayBePersonal, reportableAddress } from './page-analytics.ts';

test.each([
  ['징계', false],
  ['제14조 3항', false],
  ['2026년', false],
  ['hong@example.com', true],
  ['010-1234-5678', true],
  ['01012345678', true],
  ['24-76001234', true],
  ['010 1234 5678', true],
])('classifies the search term %s as personal: %s', (term, expected) => {
  expect(mayBePersonal(term)).toBe(expected);
});

test.each([
  ['/services/14', '/services/14'],
  ['/reset-password?token=secret', '/reset-password'],
  ['/register?socialToken=secret#x', '/register'],
  ['/purchase/return/31?receipt_id=secret', '/purchase/return'],
  ['/soldier/8/edit', '/soldier/edit'],
])('reports %s as %s', (address, told) => {
  expect(reportableAddress(new URL(address, 'https://shop.test'))).toBe(`https://shop.test${told}`);
});
