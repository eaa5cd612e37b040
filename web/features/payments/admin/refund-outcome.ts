import type { AdminRefund } from '#shared/features/orders/admin-schemas.ts';
import { formatWon } from '#shared/rules/price.ts';

/** The result of an administrator's action, shown where its form was. */
export type Outcome = { kind: 'success' | 'info' | 'danger'; text: string };

/** Returns what has become of a refund that an administrator has just sent. */
export function refundOutcome({ state, channel, amount }: AdminRefund): Outcome {
  const won = formatWon(amount);
  if (channel === 'outside') return { kind: 'success', text: `${won}을 환급한 것으로 기록했습니다.` };
  if (state === 'done') return { kind: 'success', text: `${won}을 환불했습니다.` };
  if (state === 'refused') return { kind: 'danger', text: `결제사가 ${won}의 환불을 거절했습니다.` };
  return { kind: 'info', text: `${won}의 환불을 요청했습니다. 결제사의 답을 기다립니다.` };
}
