import { expect, it } from 'vitest';
import { refundAccount } from '#shared/features/payments/refund-schemas.ts';
import { BANKS, bankName } from './banks.ts';

it('lists every bank once, by name, with a code that the API takes', () => {
  expect(new Set(BANKS.map(({ code }) => code)).size).toBe(BANKS.length);
  const names: string[] = BANKS.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'ko')));
  for (const { code } of BANKS) {
    expect(refundAccount.safeParse({ bank_code: code, number: '110123456789', holder: '홍길동' }).success).toBe(true);
  }
});

it('names a bank by its code, and shows a code that is not listed', () => {
  expect(bankName('088')).toBe('신한은행');
  expect(bankName('999')).toBe('999');
});
