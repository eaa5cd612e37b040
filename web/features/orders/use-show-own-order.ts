import { useQueryClient } from '@tanstack/react-query';
import type { Order } from '#shared/features/orders/schemas.ts';
import { orderQuery, ordersQuery } from './api.ts';

/** Updates the caches with an order that an action has changed. */
export function useShowOwnOrder(): (order: Order) => void {
  const queryClient = useQueryClient();
  return (order) => {
    // Actions answer the order without its case room.
    queryClient.setQueryData(orderQuery(order.id).queryKey, (shown) => shown && { ...shown, ...order });
    queryClient.setQueryData(
      ordersQuery.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            rows: page.rows.map((listed) => (listed.id === order.id ? order : listed)),
          })),
        },
    );
  };
}
