import { ORDER_STATUSES, type OrderStatus } from '#shared/rules/order-status.ts';
import { PENDING_TASKS, type PendingTask } from '#shared/rules/pending-task.ts';

/** The filter of the orders, as in the address. */
export type OrderFilters = {
  status?: OrderStatus | undefined;
  /** Only paid orders that no admin has touched. */
  untouched?: '1' | undefined;
  /** Only orders with a pending task. */
  waiting?: PendingTask | undefined;
  q?: string | undefined;
  /** Days in Korea, both included. */
  from?: string | undefined;
  to?: string | undefined;
};
/** The cursor returned with the previous page. */
export type OrderSearch = OrderFilters & { cursor?: string | undefined };

export function orderStatusOf(value: unknown): OrderStatus | undefined {
  return ORDER_STATUSES.find((status) => status === value);
}

export function pendingTaskOf(value: unknown): PendingTask | undefined {
  return PENDING_TASKS.find((task) => task === value);
}
