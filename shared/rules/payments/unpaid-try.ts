import type { OrderStatus } from '../order-status.ts';

type Facts = {
  status: OrderStatus;
  timeline: readonly { status: OrderStatus }[];
  /** Null for who may not read it. */
  refund: { awaits_account: number } | null;
};

/**
 * Returns whether an order is a try without money: cancelled before it was paid, and nothing happened
 * to it since, such as a deposit that came too late and goes back.
 */
export function isUnpaidTry({ status, timeline, refund }: Facts): boolean {
  if (status !== 'cancelled' || refund === null || refund.awaits_account > 0) return false;
  const ends = timeline.filter((entry) => entry.status === 'cancelled').length;
  return ends <= 1 && !timeline.some((entry) => entry.status === 'confirmed');
}
