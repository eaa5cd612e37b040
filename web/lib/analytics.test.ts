import { expect, test } from 'vitest';
import { mayBePersonal, tellableAddress } from './analytics.ts';

test.each([
  ['징계', false],
  ['제14조 3항', false],
  ['2026년', false],
  ['hong@example.com', true],
  ['010-1234-5678', true],
  ['01012345678', true],
  ['24-76001234', true],
  ['010 1234 5678', true],
])('takes the search term %s for personal: %s', (term, expected) => {
  expect(mayBePersonal(term)).toBe(expected);
});

test.each([
  ['/services/14', '/services/14'],
  ['/reset-password?token=secret', '/reset-password'],
  ['/register?socialToken=secret#x', '/register'],
  ['/purchase/return/31?receipt_id=secret', '/purchase/return'],
  ['/soldier/8/edit', '/soldier/edit'],
])('tells %s as %s', (address, told) => {
  expect(tellableAddress(new URL(address, 'https://shop.test'))).toBe(`https://shop.test${told}`);
});
