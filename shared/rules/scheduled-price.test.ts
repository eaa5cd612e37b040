import { describe, expect, it } from 'vitest';
import { nextPriceChange, priceAt, type ScheduledPrice, schedulePhase } from './scheduled-price.ts';

const STARTS = '2026-12-01T00:00:00.000Z';
const ENDS = '2026-12-08T00:00:00.000Z';
const scheduled: ScheduledPrice = { starts_at: STARTS, ends_at: ENDS, plans: [{ name: '기본', price: 90_000 }] };
const regular = {
  plans: [
    { name: '기본', price: 100_000, description: '' },
    { name: '심화', price: 300_000, description: '' },
  ],
};
const pricesAt = (at: Date, price: Parameters<typeof priceAt>[0] = regular) =>
  priceAt(price, scheduled, at).plans?.map((plan) => plan.price);
const msBefore = (text: string) => new Date(Date.parse(text) - 1);

describe('priceAt', () => {
  it('changes the named plans from the first moment of the period until its end', () => {
    expect(pricesAt(msBefore(STARTS))).toEqual([100_000, 300_000]);
    expect(pricesAt(new Date(STARTS))).toEqual([90_000, 300_000]);
    expect(pricesAt(msBefore(ENDS))).toEqual([90_000, 300_000]);
    expect(pricesAt(new Date(ENDS))).toEqual([100_000, 300_000]);
  });

  it('shows the regular price as the original one only for a reduction without an original price', () => {
    const at = new Date(STARTS);
    expect(priceAt(regular, scheduled, at)).toMatchObject({ original_price: 100_000 });
    expect(priceAt({ ...regular, original_price: 500_000 }, scheduled, at)).toMatchObject({ original_price: 500_000 });
    const raised = { ...scheduled, plans: [{ name: '기본', price: 110_000 }] };
    expect(priceAt(regular, raised, at)).not.toHaveProperty('original_price');
  });

  it('ignores names that no plan has, and prices without plans', () => {
    const other = { ...scheduled, plans: [{ name: '없는 옵션', price: 1 }] };
    expect(priceAt(regular, other, new Date(STARTS))).toEqual(regular);
    expect(priceAt({}, scheduled, new Date(STARTS))).toEqual({});
    expect(priceAt(regular, null, new Date(STARTS))).toBe(regular);
  });
});

describe('nextPriceChange', () => {
  it('is the start, then the end, then none', () => {
    expect(nextPriceChange(scheduled, msBefore(STARTS))).toEqual(new Date(STARTS));
    expect(nextPriceChange(scheduled, new Date(STARTS))).toEqual(new Date(ENDS));
    expect(nextPriceChange(scheduled, new Date(ENDS))).toBeUndefined();
    expect(nextPriceChange(null, new Date(STARTS))).toBeUndefined();
  });
});

it('schedulePhase tells before, during and after', () => {
  expect([msBefore(STARTS), new Date(STARTS), new Date(ENDS)].map((at) => schedulePhase(scheduled, at))).toEqual([
    'before',
    'during',
    'after',
  ]);
});
