import { expect, it } from 'vitest';
import { paidBefore } from './paid-before.ts';

const choice = { service_id: 14, soldier_id: 3, selected_plan: '의견서 작성' };
const order = (more: object = {}) => ({
  ...choice,
  status: 'confirmed' as const,
  work: { state: 'waiting' as const },
  ...more,
});

it('finds the same service, soldier and plan that is paid or being paid', () => {
  const deposit = order({ status: 'processing' });
  expect(paidBefore([order({ soldier_id: 4 }), deposit], choice)).toBe(deposit);
  expect(paidBefore([order({ work: { state: 'in_progress' } })], choice)).toBeDefined();
});

it('finds nothing in another choice, a cancelled order and a closed case', () => {
  for (const other of [
    { service_id: 15 },
    { soldier_id: null },
    { selected_plan: '항고 대리' },
    { status: 'cancelled' },
    { status: 'pending' },
    { work: { state: 'closed' } },
  ]) {
    expect(paidBefore([order(other)], choice)).toBeUndefined();
  }
});
