import { expect, it } from 'vitest';
import { booksCalls, bringsPaper, isLimitedByClient } from './part-in-order.ts';

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

it('lets the payer bring all papers until a client joins, then each the own ones', () => {
  const [alone, both] = [[payer], [payer, client]];
  const brings = (my_role: 'payer' | 'client' | 'guardian' | 'both', participants: (typeof payer | typeof client)[]) =>
    (['client', 'payer'] as const).filter((askedOf) => bringsPaper({ my_role, participants }, askedOf));
  expect(brings('payer', alone)).toEqual(['client', 'payer']);
  expect(brings('both', alone)).toEqual(['client', 'payer']);
  expect(brings('payer', both)).toEqual(['payer']);
  expect(brings('client', both)).toEqual(['client']);
  expect(brings('guardian', both)).toEqual([]);
});
