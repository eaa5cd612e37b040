import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPurchase, type PurchaseProblemCode, type PurchaseState } from './purchase-checks.ts';

const PLAN = { name: '기본', price: 350_000, description: '' };

/** A user who may pay. */
const READY: PurchaseState = {
  hasService: true,
  isLoggedIn: true,
  plan: PLAN,
  requiresSoldier: true,
  hasSoldier: true,
};

const ROWS: [string, Partial<PurchaseState>, PurchaseProblemCode | undefined][] = [
  ['everything in order', {}, undefined],
  ['the least amount', { plan: { ...PLAN, price: 1 } }, undefined],
  ['no service', { hasService: false, plan: undefined }, 'SERVICE'],
  ['no service, logged out', { hasService: false, isLoggedIn: false }, 'SERVICE'],
  ['logged out', { isLoggedIn: false, hasSoldier: false }, 'LOGIN'],
  ['no plan', { plan: undefined }, 'NO_PLAN'],
  ['no plan and no soldier', { plan: undefined, hasSoldier: false }, 'NO_PLAN'],
  ['a plan for nothing', { plan: { ...PLAN, price: 0 } }, 'AMOUNT'],
  ['no soldier', { hasSoldier: false }, 'SOLDIER'],
  ['no soldier where none is needed', { requiresSoldier: false, hasSoldier: false }, undefined],
];

describe('checkPurchase', () => {
  it.each(ROWS)('%s', (_, difference, code) => {
    expect(checkPurchase({ ...READY, ...difference })?.code).toBe(code);
  });

  it('says every problem in a sentence', () => {
    for (const [, difference, code] of ROWS) {
      if (code) expect(checkPurchase({ ...READY, ...difference })?.message).toMatch(/\.$/);
    }
  });

  it('lets only positive amounts through', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (price) => {
        expect(checkPurchase({ ...READY, plan: { ...PLAN, price } }) === undefined).toBe(price >= 1);
      }),
    );
  });
});
