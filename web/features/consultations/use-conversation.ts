import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LiveEvent } from '#web/lib/events/live-event.ts';
import { useLiveEvents } from '#web/lib/events/live-events.ts';
import { refreshKnown } from '#web/lib/not-found/refresh-known.ts';
import { CONSULTATIONS_KEY, conversationQuery } from './api.ts';

function follow(queryClient: QueryClient, id: number, { name, data }: LiveEvent): void {
  if (name === 'case' || data.conversation_id !== id) return;
  const { queryKey } = conversationQuery(id);
  if (name === 'conversation' || name === 'read') void queryClient.invalidateQueries({ queryKey });
}

/**
 * An own conversation, kept up to date by the event stream. Its messages are those of the thread.
 */
export function useConversation(id: number, accountId: number) {
  const queryClient = useQueryClient();
  const listener = useMemo(
    () => ({
      onEvent: (event: LiveEvent) => follow(queryClient, id, event),
      onCatchUp: () => refreshKnown(queryClient, conversationQuery(id).queryKey),
    }),
    [queryClient, id],
  );
  useLiveEvents(accountId, listener);
  return useQuery(conversationQuery(id));
}

/** The unread messages of a conversation as it is now: what was kept from an earlier visit has been read since. */
export function unreadIn({
  data,
  isFetchedAfterMount,
}: {
  data?: { unread: number } | undefined;
  isFetchedAfterMount: boolean;
}): number {
  return isFetchedAfterMount ? (data?.unread ?? 0) : 0;
}

/** Refreshes the list of conversations whenever something happens in one of them. */
export function useListEvents(accountId: number): void {
  const queryClient = useQueryClient();
  const listener = useMemo(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: [...CONSULTATIONS_KEY, 'list'] });
    return {
      onEvent: ({ name }: LiveEvent) => {
        if (name !== 'typing') refresh();
      },
      onCatchUp: refresh,
    };
  }, [queryClient]);
  useLiveEvents(accountId, listener);
}
