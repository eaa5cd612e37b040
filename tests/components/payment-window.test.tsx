import { expect, test } from 'vitest';
import { sdkRequest } from '#web/features/payments/bootpay-window.ts';

const SETTINGS = { key: { kind: 'client_key' as const, value: 'key' }, sandbox: false };
const ORDER = { orderId: 1, order_number: '20261127-AB12CD34', order_name: '상담', price: 1000 };

function buyerOf(fullname: string) {
  const user = { id: 7, fullname, phone: '', email: '' };
  const redirectUrl = 'https://shop.example/';
  return sdkRequest({ settings: SETTINGS, order: ORDER, user, mode: 'redirect', redirectUrl }).user;
}

test('the provider gets the name as it takes names, and none from an account without one', () => {
  expect(buyerOf('홍"길동"')).toEqual({ id: '7', username: '홍 길동' });
  expect(buyerOf('')).toEqual({ id: '7' });
});
