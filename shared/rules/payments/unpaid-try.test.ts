import { expect, it } from 'vitest';
import type { OrderStatus } from '../order-status.ts';
import { isUnpaidTry } from './unpaid-try.ts';

const order = (statuses: OrderStatus[], awaits_account = 0) => ({
  status: statuses.at(-1) ?? 'pending',
  timeline: statuses.map((status) => ({ status })),
  refund: { awaits_account },
});

it('knows an order that was cancelled before any money came', () => {
  expect(isUnpaidTry(order(['pending', 'cancelled']))).toBe(true);
  expect(isUnpaidTry(order(['pending', 'processing', 'pending', 'cancelled']))).toBe(true);
});

it('is no order that is open, failed, was refunded, or has money to give back', () => {
  expect(isUnpaidTry(order(['pending']))).toBe(false);
  expect(isUnpaidTry(order(['pending', 'error']))).toBe(false);
  expect(isUnpaidTry(order(['pending', 'confirmed', 'cancelled']))).toBe(false);
  expect(isUnpaidTry(order(['pending', 'cancelled'], 350_000))).toBe(false);
  // A late deposit that was given back is noted behind the end.
  expect(isUnpaidTry(order(['pending', 'cancelled', 'cancelled']))).toBe(false);
});
