import { describe, expect, it } from 'vitest';
import { type RefundCase, refundDue } from './refund-policy.ts';
import { SERVICE_CATEGORIES } from './service-category.ts';

const PAID = 1_000_000;
const CASE: RefundCase = {
  category: 'during',
  paidWon: PAID,
  paidDay: '2026-11-21',
  today: '2026-11-21',
  militaryStatus: '복무 중',
  hasWorkStarted: false,
};
const PACKAGE: RefundCase = { ...CASE, category: 'package' };

describe('a package', () => {
  it.each([
    ['before enlistment, however late', { militaryStatus: '입대 전', today: '2028-01-01' }, PAID, 'before_enlistment'],
    ['on the day of the payment', {}, PAID, 'within_seven_days'],
    ['on the seventh day', { today: '2026-11-28' }, PAID, 'within_seven_days'],
    ['on the eighth day', { today: '2026-11-29' }, 0, 'period_over'],
    [
      'on the seventh day over the end of a year',
      { paidDay: '2026-12-30', today: '2027-01-06' },
      PAID,
      'within_seven_days',
    ],
    ['on the eighth day over the end of a year', { paidDay: '2026-12-30', today: '2027-01-07' }, 0, 'period_over'],
    ['after discharge, on the eighth day', { militaryStatus: '전역 후', today: '2026-11-29' }, 0, 'period_over'],
    ['for no soldier, on the seventh day', { militaryStatus: null, today: '2026-11-28' }, PAID, 'within_seven_days'],
    ['for no soldier, on the eighth day', { militaryStatus: null, today: '2026-11-29' }, 0, 'period_over'],
    ['whose work has started, within the days', { hasWorkStarted: true }, PAID, 'within_seven_days'],
    ['paid tomorrow, by a clock that is behind', { today: '2026-11-20' }, PAID, 'within_seven_days'],
  ] as const)('%s', (_name, more, amountWon, basis) => {
    expect(refundDue({ ...PACKAGE, ...more })).toMatchObject({ amountWon, basis });
  });

  it('says until when everything goes back', () => {
    expect(refundDue(PACKAGE).reason).toContain('2026. 11. 28.까지');
  });
});

describe('a service per case', () => {
  const categories = SERVICE_CATEGORIES.filter((category) => category !== 'package');
  it.each(categories)('of the category %s goes back whole until work starts, and not after', (category) => {
    for (const today of ['2026-11-21', '2027-11-21']) {
      for (const militaryStatus of ['입대 전', '복무 중', '전역 후', null] as const) {
        const order = { ...CASE, category, today, militaryStatus };
        expect(refundDue(order)).toMatchObject({ amountWon: PAID, basis: 'before_work' });
        expect(refundDue({ ...order, hasWorkStarted: true })).toMatchObject({ amountWon: 0, basis: 'work_started' });
      }
    }
  });
});

it('gives back no more than is still paid', () => {
  expect(refundDue({ ...CASE, paidWon: 250_000 }).amountWon).toBe(250_000);
  expect(refundDue({ ...PACKAGE, paidWon: 0 }).amountWon).toBe(0);
});

it('always gives a sentence for a person', () => {
  const cases = [CASE, { ...CASE, hasWorkStarted: true }, PACKAGE, { ...PACKAGE, today: '2027-01-01' }];
  for (const order of cases) expect(refundDue(order).reason).toMatch(/^[^!]*니다\.$/);
});
