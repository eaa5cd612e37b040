import { koreanDayAt } from '#server/lib/korean-day.ts';
import { type RefundDue, refundDue } from '#shared/rules/payments/refund-policy.ts';
import type { OrderWithHistory } from './order-row.ts';

type Refundable = Pick<OrderWithHistory, 'order' | 'isRefunding' | 'presentSoldier'> & {
  payment: { paid_at: Date | null } | undefined;
};

/**
 * Computes the refund by the policy at a point in time; undefined for an order without a refund
 * (spec §9).
 */
export function refundDueOf(
  { order, payment, isRefunding, presentSoldier }: Refundable,
  now: Date,
): RefundDue | undefined {
  if (order.status !== 'confirmed' || order.paid_price === 0 || isRefunding) return undefined;
  return refundDue({
    category: order.category,
    paidWon: order.paid_price,
    paidDay: koreanDayAt(payment?.paid_at ?? order.paid_at ?? order.created_at),
    today: koreanDayAt(now),
    soldier:
      order.soldier && presentSoldier
        ? {
            statusAtOrder: order.soldier.military_status,
            statusNow: presentSoldier.military_status,
            isStatusEdited: presentSoldier.is_status_edited,
          }
        : null,
    hasWorkStarted: order.work_started_at !== null,
  });
}
