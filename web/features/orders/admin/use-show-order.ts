import { useQueryClient } from '@tanstack/react-query';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { showAnswer } from '#web/admin-kit/show-answer.ts';
import { adminOrderQuery } from './api.ts';

/** Shows the order that an action has changed, and refetches lists and statistics. */
export function useShowOrder(): (order: AdminOrder) => void {
  const queryClient = useQueryClient();
  return (order) => {
    const { queryKey } = adminOrderQuery(String(order.id));
    showAnswer<AdminOrder>(queryClient, queryKey, () => order);
    void queryClient.invalidateQueries({
      queryKey: ADMIN_KEY,
      predicate: (query) => query.queryKey[1] !== queryKey[1],
    });
  };
}
