import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { RefundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { confirm } from '#web/ui/ask.ts';
import { type Outcome, refundOutcome } from './refund-outcome.ts';

/** The order after a refund was sent or proposed, and what came of it. */
export type RefundResult = { order: AdminOrder; outcome: Outcome };

type Ways = {
  amountWon: number;
  refund: () => Promise<RefundAnswer>;
  propose: () => Promise<AdminOrder>;
};

export function resultOf({ order, refund }: RefundAnswer): RefundResult {
  return { order, outcome: refundOutcome(refund) };
}

/**
 * Refunds. Where the amount is above what one administrator decides, asks whether to propose it to
 * a second one. Undefined where the administrator does not want that.
 */
export async function refundOrPropose({ amountWon, refund, propose }: Ways): Promise<RefundResult | undefined> {
  try {
    return resultOf(await refund());
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SECOND_PERSON_REQUIRED') throw error;
  }
  const isAgreed = await confirm({
    title: '두 번째 확인 요청',
    message: `${formatWon(amountWon)}을 환불하려면 다른 담당자가 한 번 더 확인해야 합니다. 지금은 환불되지 않습니다. 확인을 요청할까요?`,
    confirmLabel: '확인 요청',
  });
  if (!isAgreed) return undefined;
  const order = await propose();
  return { order, outcome: { kind: 'info', text: `${formatWon(amountWon)}의 환불에 두 번째 확인을 요청했습니다.` } };
}
