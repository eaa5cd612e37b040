import { expect, it } from 'vitest';
import { booksCalls, isLimitedByClient } from './part-in-order.ts';

const payer = { role: 'payer', joined_at: '2026-11-20T00:00:00.000Z' } as const;
const client = { role: 'client', joined_at: '2026-11-21T00:00:00.000Z' } as const;

it('limits the payer once a client has joined, and lets the client book then', () => {
  const alone = [payer, { ...client, joined_at: null }];
  const both = [payer, client];
  expect(booksCalls({ my_role: 'payer', participants: alone })).toBe(true);
  expect(isLimitedByClient({ my_role: 'payer', participants: alone })).toBe(false);
  expect(booksCalls({ my_role: 'payer', participants: both })).toBe(false);
  expect(isLimitedByClient({ my_role: 'payer', participants: both })).toBe(true);
  expect(booksCalls({ my_role: 'client', participants: both })).toBe(true);
  expect(isLimitedByClient({ my_role: 'client', participants: both })).toBe(false);
});
