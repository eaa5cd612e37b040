import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '#shared/features/orders/schemas.ts';
import { conversationQuery } from '../api.ts';

/** Returns the number of unread answers in the reader's own room of a case. */
export function useUnreadOf({ conversation_id: id }: Pick<OrderDetail, 'conversation_id'>): number {
  const { data } = useQuery({ ...conversationQuery(id ?? 0), enabled: id !== null });
  return data?.unread ?? 0;
}
