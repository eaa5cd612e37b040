import type { OrderStatus } from '../order-status.ts';
import type { WorkState } from '../work/work-state.ts';

type Facts = {
  service_id: number;
  soldier_id: number | null;
  selected_plan: string;
  status: OrderStatus;
  /** Null for who may not read it. */
  work: { state: WorkState } | null;
};

type Choice = Pick<Facts, 'service_id' | 'soldier_id' | 'selected_plan'>;

/**
 * Returns the order that already has the money, or waits for it, of this service, soldier and plan:
 * to be known before it is paid twice. One whose work is closed is over.
 */
export function paidBefore<Order extends Facts>(orders: readonly Order[], choice: Choice): Order | undefined {
  return orders.find(
    ({ status, work, ...order }) =>
      (status === 'processing' || (status === 'confirmed' && work?.state !== 'closed')) &&
      order.service_id === choice.service_id &&
      order.soldier_id === choice.soldier_id &&
      order.selected_plan === choice.selected_plan,
  );
}
