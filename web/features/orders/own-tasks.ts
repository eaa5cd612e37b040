import { useQueries } from '@tanstack/react-query';
import type { Order } from '#shared/features/orders/schemas.ts';
import { orderQuery } from './api.ts';
import { isInProgress } from './next-step.ts';

type OwnTasks = {
  /** How many tasks wait for the reader, by order. */
  byOrder: ReadonlyMap<number, number>;
  /** Tasks are still being read; not true without a network. */
  isPending: boolean;
};

/** Reads what waits for the reader in the paid orders that are in progress. */
export function useOwnTasks(orders: readonly Order[]): OwnTasks {
  const open = orders.filter((order) => order.status === 'confirmed' && isInProgress(order));
  return useQueries({
    queries: open.map(({ id }) => orderQuery(id)),
    combine: (results) => ({
      byOrder: new Map(results.flatMap(({ data }) => (data ? [[data.id, data.tasks.length]] : []))),
      isPending: results.some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'fetching'),
    }),
  });
}
