import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { BADGES_KEY } from '#web/features/desk/admin/badges-query.ts';
import { type LiveListener, useLiveEvents } from '#web/lib/events/live-events.ts';
import { refreshKnown } from '#web/lib/not-found/refresh-known.ts';
import { conversationKey, INBOX_KEY } from './api.ts';

/** However many events come, the lists are read again at most this often. */
const REFRESH_MS = 500;

/** Keeps lists, counts and the open conversation as they are on the server. */
export function useInboxEvents(accountId: number, openId: number | undefined): void {
  const queryClient = useQueryClient();
  const listener = useMemo((): LiveListener => {
    let isScheduled = false;
    let isOpenChanged = false;
    const refresh = () => {
      isScheduled = false;
      void queryClient.invalidateQueries({ queryKey: INBOX_KEY });
      void queryClient.invalidateQueries({ queryKey: BADGES_KEY });
      if (openId !== undefined && isOpenChanged) {
        refreshKnown(queryClient, conversationKey(openId));
      }
      isOpenChanged = false;
    };
    const schedule = (isOpen: boolean) => {
      isOpenChanged ||= isOpen;
      if (!isScheduled) setTimeout(refresh, REFRESH_MS);
      isScheduled = true;
    };
    return {
      onEvent: ({ name, data }) => {
        if (name !== 'typing' && name !== 'case') schedule(data.conversation_id === openId);
      },
      onCatchUp: () => schedule(true),
    };
  }, [queryClient, openId]);
  useLiveEvents(accountId, listener);
}
