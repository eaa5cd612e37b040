import { describe, expect, it } from 'vitest';
import { PACKAGE_NOTES } from '#content/purchase-notes.ts';
import { REFUND_POLICY } from '#content/refund-policy.ts';
import { SERVICE_CATEGORIES } from '../service-category.ts';
import { MILITARY_STATUSES, type MilitaryStatus } from '../soldier.ts';
import { FULL_REFUND_DAYS, type RefundCase, refundAmountText, refundDue } from './refund-policy.ts';

const PAID = 1_000_000;
const DAY_MS = 86_400_000;

function soldier(statusAtOrder: MilitaryStatus, statusNow = statusAtOrder, isStatusEdited = false) {
  return { statusAtOrder, statusNow, isStatusEdited: isStatusEdited || statusAtOrder !== statusNow };
}

/** The day so many days after a day, as `2026-11-28`. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const CASE: RefundCase = {
  category: 'during',
  paidWon: PAID,
  paidDay: '2026-11-21',
  today: '2026-11-21',
  soldier: soldier('복무 중'),
  hasWorkStarted: false,
};
const PACKAGE: RefundCase = { ...CASE, category: 'package' };
const LAST_DAY = dayAfter(PACKAGE.paidDay, FULL_REFUND_DAYS);
const DAY_AFTER_PERIOD = dayAfter(PACKAGE.paidDay, FULL_REFUND_DAYS + 1);

describe('a package', () => {
  it.each([
    ['on the day of the payment', {}, PAID, 'within_period'],
    ['on the last day of the period', { today: LAST_DAY }, PAID, 'within_period'],
    ['on the day after the period', { today: DAY_AFTER_PERIOD }, 0, 'period_over'],
    [
      'on the last day of a period that ends in the next year',
      { paidDay: '2026-12-30', today: dayAfter('2026-12-30', FULL_REFUND_DAYS) },
      PAID,
      'within_period',
    ],
    ['after discharge, after the period', { soldier: soldier('전역 후'), today: DAY_AFTER_PERIOD }, 0, 'period_over'],
    ['without a soldier, on the last day', { soldier: null, today: LAST_DAY }, PAID, 'within_period'],
    ['without a soldier, after the period', { soldier: null, today: DAY_AFTER_PERIOD }, 0, 'period_over'],
    ['after work has started, within the period', { hasWorkStarted: true }, PAID, 'within_period'],
    ['paid tomorrow, by a clock that is behind', { today: '2026-11-20' }, PAID, 'within_period'],
  ] as const)('%s', (_name, more, amountWon, basis) => {
    expect(refundDue({ ...PACKAGE, ...more })).toMatchObject({ amountWon, basis });
  });

  it('names the last day of the period', () => {
    const [year, month, day] = LAST_DAY.split('-').map(Number);
    expect(refundDue(PACKAGE).reason).toContain(`${FULL_REFUND_DAYS}일 이내(${year}. ${month}. ${day}.까지)`);
  });
});

describe('a package of a soldier who was 입대 전 when it was ordered', () => {
  it('is refunded in full while the status is 입대 전, however late', () => {
    for (const today of [PACKAGE.today, DAY_AFTER_PERIOD, '2028-01-01']) {
      const due = refundDue({ ...PACKAGE, soldier: soldier('입대 전'), today });
      expect(due).toMatchObject({ amountWon: PAID, basis: 'before_enlistment' });
    }
  });

  it.each([
    ['is 복무 중 now', soldier('입대 전', '복무 중')],
    ['is 전역 후 now', soldier('입대 전', '전역 후')],
    ['was edited to another status and back', soldier('입대 전', '입대 전', true)],
    ['was deleted', null],
  ])('has no computed amount after the period when the soldier %s', (_name, edited) => {
    const order = { ...PACKAGE, soldier: edited };
    expect(refundDue({ ...order, today: LAST_DAY })).toMatchObject({ amountWon: PAID, basis: 'within_period' });
    const due = refundDue({ ...order, today: DAY_AFTER_PERIOD });
    expect(due).toMatchObject({ amountWon: 0, basis: 'period_over' });
    expect(due.reason).toContain('담당자가 입대일과 이미 제공한 서비스를 확인하여 환불 금액을 알려드립니다.');
  });

  it('is not refunded in full because a later edit says 입대 전', () => {
    for (const status of MILITARY_STATUSES.filter((known) => known !== '입대 전')) {
      const order = { ...PACKAGE, soldier: soldier(status, '입대 전'), today: DAY_AFTER_PERIOD };
      expect(refundDue(order)).toMatchObject({ amountWon: 0, basis: 'period_over' });
    }
  });
});

describe('a service per case', () => {
  const categories = SERVICE_CATEGORIES.filter((category) => category !== 'package');
  const soldiers = [...MILITARY_STATUSES.map((status) => soldier(status)), null];
  it.each(categories)('of the category %s is refunded in full until work starts, and not after', (category) => {
    for (const today of ['2026-11-21', '2027-11-21']) {
      for (const orderedFor of soldiers) {
        const order = { ...CASE, category, today, soldier: orderedFor };
        expect(refundDue(order)).toMatchObject({ amountWon: PAID, basis: 'before_work' });
        expect(refundDue({ ...order, hasWorkStarted: true })).toMatchObject({ amountWon: 0, basis: 'work_started' });
      }
    }
  });
});

it('returns no more than is still paid', () => {
  expect(refundDue({ ...CASE, paidWon: 250_000 }).amountWon).toBe(250_000);
  expect(refundDue({ ...PACKAGE, paidWon: 0 }).amountWon).toBe(0);
});

it('always gives a Korean sentence', () => {
  const cases = [CASE, { ...CASE, hasWorkStarted: true }, PACKAGE, { ...PACKAGE, today: DAY_AFTER_PERIOD }];
  for (const order of cases) expect(refundDue(order).reason).toMatch(/^[^!]*니다\.$/);
});

describe('refundAmountText', () => {
  it('shows no amount where the firm examines the request', () => {
    expect(refundAmountText({ amount: 0, basis: 'period_over' })).toBe('담당자 확인 후 결정');
  });

  it.each([
    [{ amount: 350_000, basis: 'within_period' }, '350,000원'],
    [{ amount: 0, basis: 'work_started' }, '0원'],
  ] as const)('shows %j as %s', (due, text) => {
    expect(refundAmountText(due)).toBe(text);
  });
});

it('is the period that the texts of the firm name', () => {
  const period = `계약일부터 ${FULL_REFUND_DAYS}일 이내`;
  expect(REFUND_POLICY.flatMap(({ items }) => items).join()).toContain(period);
  expect(PACKAGE_NOTES.withdrawal).toContain(period);
});
