import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { PROPOSAL_DAYS } from '#shared/rules/payments/second-person.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { confirm } from '#web/ui/ask.ts';
import { type Outcome, refundOutcome } from './refund-outcome.ts';

/** The order after a refund was sent or proposed, and what came of it. */
export type RefundResult = { order: AdminOrder; outcome: Outcome };

type RefundPlan = {
  order: AdminOrder;
  amountWon: number;
  title: string;
  /** Where the money comes from, as the beginning of a sentence. */
  from: string;
  confirmLabel: string;
  refund: () => Promise<RefundAnswer>;
  propose: () => Promise<AdminOrder>;
};

export function resultOf({ order, refund }: RefundAnswer): RefundResult {
  return { order, outcome: refundOutcome(refund) };
}

/** How much can be refunded, and from which amount on a second administrator is needed. */
export function refundHint({ refundable_alone: alone }: AdminOrder, refundable: number): string {
  const hint = `${formatWon(refundable)}까지 환불할 수 있습니다.`;
  const isLimited = alone !== null && alone < refundable;
  if (!isLimited) return hint;
  return `${hint} ${alone === 0 ? '' : `${formatWon(alone)}이 넘으면 `}다른 담당자의 승인이 필요합니다.`;
}

/**
 * Asks, then refunds. Where the amount, with what went back of the order before, is above what one
 * administrator decides, asks whether to propose it to a second one instead. Undefined on a no.
 */
export async function refundOrPropose(wish: RefundPlan): Promise<RefundResult | undefined> {
  const { order, amountWon, title, from, confirmLabel } = wish;
  if (order.refundable_alone !== null && amountWon > order.refundable_alone) return proposeInstead(wish);
  const message = `${from} ${formatWon(amountWon)}을 환불합니다. 되돌릴 수 없습니다.`;
  if (!(await confirm({ title, message, confirmLabel, isDangerous: true }))) return undefined;
  try {
    return resultOf(await wish.refund());
  } catch (error) {
    // Another administrator refunded a part of the order meanwhile.
    if (error instanceof ApiError && error.code === 'SECOND_PERSON_REQUIRED') return proposeInstead(wish);
    throw error;
  }
}

async function proposeInstead({ amountWon, from, propose }: RefundPlan): Promise<RefundResult | undefined> {
  const won = formatWon(amountWon);
  const isAgreed = await confirm({
    title: '두 번째 확인 요청',
    message: [
      `${from} ${won}을 환불하려면 다른 담당자의 승인이 필요합니다. 지금은 환불되지 않습니다.`,
      `${PROPOSAL_DAYS}일 안에 승인되지 않으면 환불 없이 자동으로 종료됩니다. 승인되기 전에는 철회할 수 있습니다.`,
    ].join('\n\n'),
    confirmLabel: '확인 요청',
  });
  if (!isAgreed) return undefined;
  const order = await propose();
  return { order, outcome: { kind: 'info', text: `${won}의 환불에 두 번째 확인을 요청했습니다.` } };
}
