import { formatDate } from '#shared/format/dates.ts';
import { formatWon } from '../price.ts';
import type { ServiceCategory } from '../service-category.ts';
import type { MilitaryStatus } from '../soldier.ts';

/**
 * A package is refunded in full for this many days after the day of the payment. The only place of
 * the number.
 */
export const FULL_REFUND_DAYS = 7;
/** Business days within which a refund request is handled. */
export const REFUND_BUSINESS_DAYS = 7;

const DAY_MS = 86_400_000;

/** The rule of the refund policy (spec §9) that an amount follows from. */
export const REFUND_BASES = [
  'before_enlistment',
  'within_period',
  'period_over',
  'before_work',
  'work_started',
] as const;
export type RefundBasis = (typeof REFUND_BASES)[number];

/** The amount to refund by the policy, and the sentence that the customer reads about it. */
export type RefundDue = { amountWon: number; basis: RefundBasis; reason: string };

type OrderedFor = {
  /** Military status in the order's copy of the soldier. */
  statusAtOrder: MilitaryStatus;
  statusNow: MilitaryStatus;
  /** True when the status was edited after the order was placed, even if it was set back. */
  isStatusEdited: boolean;
};

/** Days are those of Korea, as `2026-11-21`. */
export type RefundCase = {
  category: ServiceCategory;
  /** Paid and not refunded yet. */
  paidWon: number;
  paidDay: string;
  today: string;
  /**
   * Null for an order without a soldier, and when the soldier was deleted since: the present status
   * is unknown then.
   */
  soldier: OrderedFor | null;
  hasWorkStarted: boolean;
};

/**
 * Computes what the refund policy gives (spec §9, contract §3). A package: everything before
 * enlistment, and everything within the period; later the firm examines the request. A service per
 * case: everything until work on it starts.
 */
export function refundDue({ paidWon, ...order }: RefundCase): RefundDue {
  const { basis, reason } = order.category === 'package' ? packageRule(order) : caseRule(order);
  const isNothing = basis === 'period_over' || basis === 'work_started';
  return { amountWon: isNothing ? 0 : paidWon, basis, reason };
}

/**
 * Returns the amount as a text. After the period it depends on the day of enlistment and on the
 * services provided, which only the firm knows: no amount is shown then.
 */
export function refundAmountText({ amount, basis }: { amount: number; basis: RefundBasis }): string {
  return isExaminedByFirm(basis) ? '담당자 확인 후 결정' : formatWon(amount);
}

export function isExaminedByFirm(basis: RefundBasis): boolean {
  return basis === 'period_over';
}

type Rule = Omit<RefundDue, 'amountWon'>;

/**
 * The customer edits the status: it counts only while it has been 입대 전 ever since the order.
 * Otherwise a soldier who has enlisted could be set back to 입대 전 for a full refund.
 */
function isBeforeEnlistment(soldier: OrderedFor | null): boolean {
  return soldier?.statusAtOrder === '입대 전' && soldier.statusNow === '입대 전' && !soldier.isStatusEdited;
}

function packageRule({ soldier, paidDay, today }: Omit<RefundCase, 'paidWon'>): Rule {
  if (isBeforeEnlistment(soldier)) {
    return {
      basis: 'before_enlistment',
      reason: '패키지는 입대 전에 전액을 환불합니다. 등록하신 군인의 군 복무 상태는 입대 전입니다.',
    };
  }
  const lastDay = Date.parse(paidDay) + FULL_REFUND_DAYS * DAY_MS;
  if (Date.parse(today) <= lastDay) {
    const until = formatDate(new Date(lastDay).toISOString());
    return {
      basis: 'within_period',
      reason: `결제하신 날부터 ${FULL_REFUND_DAYS}일 이내(${until}까지)에는 전액을 환불합니다.`,
    };
  }
  return {
    basis: 'period_over',
    reason: `결제하신 날부터 ${FULL_REFUND_DAYS}일이 지났습니다. 담당자가 입대일과 이미 제공한 서비스를 확인하여 환불 금액을 알려드립니다.`,
  };
}

/** Applies to a service per case once work on it has started. */
export const WORK_STARTED_REASON =
  '업무에 착수한 뒤에는 환불하지 않습니다. 다만 부득이한 사유로 업무를 마칠 수 없게 된 때에는 담당자가 확인하여 알려드립니다.';

function caseRule({ hasWorkStarted }: Omit<RefundCase, 'paidWon'>): Rule {
  if (!hasWorkStarted) return { basis: 'before_work', reason: '업무에 착수하기 전이므로 전액을 환불합니다.' };
  return { basis: 'work_started', reason: WORK_STARTED_REASON };
}
