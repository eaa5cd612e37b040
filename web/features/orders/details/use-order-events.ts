import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LiveEvent } from '#web/lib/events/live-event.ts';
import { useLiveEvents } from '#web/lib/events/live-events.ts';
import { refreshKnown } from '#web/lib/not-found/refresh-known.ts';
import { orderQuery } from '../api.ts';

/**
 * Reads an order again when something arrives in its conversation, where done steps are reported, too, and when
 * something else of the case changed: papers, questions, letter, or what the client shares.
 */
export function useOrderEvents(orderId: number, accountId: number): void {
  const queryClient = useQueryClient();
  const listener = useMemo(() => {
    const { queryKey } = orderQuery(orderId);
    const refresh = () => refreshKnown(queryClient, queryKey);
    return {
      onEvent: ({ name, data }: LiveEvent) => {
        if (name === 'case') {
          if (data.order_id === orderId) refresh();
          return;
        }
        const rooms = queryClient.getQueryData(queryKey)?.rooms ?? [];
        // In a room without a conversation so far, the event may be of its first one.
        const isOwn = rooms.some(({ conversation_id: id }) => id === null || id === data.conversation_id);
        if (isOwn && (name === 'message' || name === 'conversation')) refresh();
      },
      onCatchUp: refresh,
    };
  }, [queryClient, orderId]);
  useLiveEvents(accountId, listener);
}
