import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cardOriginalPrice,
  cardPrice,
  childServicesTotal,
  choosePlan,
  DEFAULT_PLAN,
  formatManwon,
  formatWon,
  MAX_PRICE_WON,
  NO_PRICE_TEXT,
  type Plan,
} from './price.ts';

const won = fc.integer({ min: 0, max: MAX_PRICE_WON });
const plan: fc.Arbitrary<Plan> = fc.record({ name: fc.string(), price: won, description: fc.string() });

function plansOf(...prices: number[]): Plan[] {
  return prices.map((price, index) => ({ name: `plan ${index + 1}`, price, description: '' }));
}

/** The number in a text such as `1,234만원~`. */
function numberIn(text: string): number {
  return Number(text.replace(/[^0-9]/g, ''));
}

describe('formatManwon', () => {
  it.each([
    [0, '0만원'],
    [9_999, '0만원'],
    [10_000, '1만원'],
    [355_000, '35만원'],
    [359_999, '35만원'],
    [1_500_000, '150만원'],
    [12_340_000, '1,234만원'],
  ])('shows %i won as %s', (priceWon, text) => {
    expect(formatManwon(priceWon)).toBe(text);
  });

  it('is the whole number of ten-thousands of any price', () => {
    fc.assert(
      fc.property(won, (priceWon) => {
        const shown = numberIn(formatManwon(priceWon));
        expect(shown * 10_000).toBeLessThanOrEqual(priceWon);
        expect((shown + 1) * 10_000).toBeGreaterThan(priceWon);
      }),
    );
  });
});

describe('formatWon', () => {
  it('loses nothing of any price', () => {
    fc.assert(
      fc.property(won, (priceWon) => {
        expect(numberIn(formatWon(priceWon))).toBe(priceWon);
      }),
    );
    expect(formatWon(350_000)).toBe('350,000원');
  });
});

describe('cardPrice', () => {
  it.each([
    [[], NO_PRICE_TEXT],
    [[150_000], '15만원'],
    [[150_000, 100_000], '15만원~'],
    [[0], '0만원'],
  ])('shows plans of %j as %s', (prices, text) => {
    expect(cardPrice({ plans: plansOf(...prices) })).toBe(text);
  });

  it('says that there is no price when plans were never set', () => {
    expect(cardPrice({})).toBe(NO_PRICE_TEXT);
  });

  it('shows the first plan, with a tilde exactly when there are more', () => {
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1 }), (plans) => {
        const text = cardPrice({ plans });
        expect(text.endsWith('~')).toBe(plans.length > 1);
        expect(text.replace('~', '')).toBe(formatManwon(plans[0]?.price ?? -1));
      }),
    );
  });
});

describe('cardOriginalPrice', () => {
  it.each([
    [undefined, [100_000], undefined],
    [0, [100_000], undefined],
    [100_000, [100_000], undefined],
    [50_000, [100_000], undefined],
    [200_000, [100_000], '20만원'],
    [200_000, [], '20만원'],
  ])('of %s beside plans of %j is %s', (original_price, prices, text) => {
    expect(cardOriginalPrice({ original_price, plans: plansOf(...prices) })).toBe(text);
  });
});

describe('choosePlan', () => {
  it('finds any plan by its name, and falls back to the first', () => {
    fc.assert(
      fc.property(fc.array(plan), fc.string(), (plans, name) => {
        const chosen = choosePlan(plans, name);
        const named = plans.find((candidate) => candidate.name === name);
        expect(chosen).toBe(named ?? plans[0]);
      }),
    );
  });

  it('finds nothing where there is nothing', () => {
    expect(choosePlan(undefined, 'x')).toBeUndefined();
    expect(choosePlan([], undefined)).toBeUndefined();
    expect(choosePlan([DEFAULT_PLAN], undefined)).toBe(DEFAULT_PLAN);
  });
});

describe('childServicesTotal', () => {
  it('adds the first plans and skips what has none', () => {
    const services = [{ price: { plans: plansOf(150_000, 990_000) } }, { price: {} }, { price: { plans: plansOf(1) } }];
    expect(childServicesTotal(services)).toBe(150_001);
    expect(childServicesTotal([])).toBe(0);
  });
});
