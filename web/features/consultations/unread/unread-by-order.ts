import { useInfiniteQuery } from '@tanstack/react-query';
import { conversationsQuery } from '../api.ts';

/** Returns how many answers are unread in the conversations of each order, the latest conversations alone. */
export function useUnreadByOrder(): ReadonlyMap<number, number> {
  const { data } = useInfiniteQuery(conversationsQuery);
  const unread = new Map<number, number>();
  for (const { order_id, unread: count } of data?.pages.flatMap(({ rows }) => rows) ?? []) {
    if (order_id !== null && count > 0) unread.set(order_id, (unread.get(order_id) ?? 0) + count);
  }
  return unread;
}
