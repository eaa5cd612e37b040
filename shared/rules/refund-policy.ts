import { formatDate } from './dates.ts';
import type { ServiceCategory } from './service-category.ts';
import type { MilitaryStatus } from './soldier.ts';

/** The rule of the refund policy (spec §9) that an amount follows from. */
export const REFUND_BASES = [
  'before_enlistment',
  'within_seven_days',
  'period_over',
  'before_work',
  'work_started',
] as const;
export type RefundBasis = (typeof REFUND_BASES)[number];

/** What goes back by the policy, and the sentence that the customer reads about it. */
export type RefundDue = { amountWon: number; basis: RefundBasis; reason: string };

/** Days are those of Korea, as `2026-11-21`. */
export type RefundCase = {
  category: ServiceCategory;
  /** What is paid and has not gone back yet. */
  paidWon: number;
  paidDay: string;
  today: string;
  /** The soldier's when the order was made; null for an order without one. */
  militaryStatus: MilitaryStatus | null;
  hasWorkStarted: boolean;
};

/** So many days after the day of the payment everything goes back; that day itself does not count. */
const PERIOD_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * What the refund policy gives back (spec §9). A package: all before enlistment, and all within seven days; what is due later depends on what
 * was done, so staff decide it. A service per case: all until work on it starts, and nothing after, but for unavoidable ends, which
 * staff decide, too.
 */
export function refundDue({ paidWon, ...order }: RefundCase): RefundDue {
  const { basis, reason } = order.category === 'package' ? packageRule(order) : caseRule(order);
  const isNothing = basis === 'period_over' || basis === 'work_started';
  return { amountWon: isNothing ? 0 : paidWon, basis, reason };
}

type Rule = Omit<RefundDue, 'amountWon'>;

function packageRule({ militaryStatus, paidDay, today }: Omit<RefundCase, 'paidWon'>): Rule {
  if (militaryStatus === '입대 전') {
    return {
      basis: 'before_enlistment',
      reason: '패키지는 입대 전에 전액을 환불합니다. 주문하실 때의 군 복무 상태는 입대 전입니다.',
    };
  }
  const lastDay = Date.parse(paidDay) + PERIOD_DAYS * DAY_MS;
  if (Date.parse(today) <= lastDay) {
    const until = formatDate(new Date(lastDay).toISOString());
    return {
      basis: 'within_seven_days',
      reason: `결제하신 날부터 ${PERIOD_DAYS}일 이내(${until}까지)에는 전액을 환불합니다.`,
    };
  }
  return {
    basis: 'period_over',
    reason: `결제하신 날부터 ${PERIOD_DAYS}일이 지났습니다. 담당자가 입대일과 이미 제공한 서비스를 확인하여 환불 금액을 알려드립니다.`,
  };
}

function caseRule({ hasWorkStarted }: Omit<RefundCase, 'paidWon'>): Rule {
  if (!hasWorkStarted) return { basis: 'before_work', reason: '업무에 착수하기 전이므로 전액을 환불합니다.' };
  return {
    basis: 'work_started',
    reason:
      '업무에 착수한 뒤에는 환불하지 않습니다. 다만 부득이한 사유로 업무를 마칠 수 없게 된 때에는 담당자가 확인하여 알려드립니다.',
  };
}
