import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type LiveListener, useLiveEvents } from '#web/lib/events/live-events.ts';
import { refreshKnown } from '#web/lib/not-found/refresh-known.ts';
import { adminOrderQuery } from './api.ts';

/** A client who writes answers causes an event for each: the case is read again at most this often. */
const REFRESH_MS = 1000;

/** Keeps the open page of a case as it is on the server: papers, answers, letter and people. Shows nothing. */
export function LiveCase({ accountId, orderId }: { accountId: number; orderId: number }) {
  const queryClient = useQueryClient();
  const listener = useMemo((): LiveListener => {
    let isScheduled = false;
    const refresh = () => {
      isScheduled = false;
      refreshKnown(queryClient, adminOrderQuery(String(orderId)).queryKey);
    };
    const schedule = () => {
      if (!isScheduled) setTimeout(refresh, REFRESH_MS);
      isScheduled = true;
    };
    return {
      onEvent: ({ name, data }) => {
        if (name === 'case' && data.order_id === orderId) schedule();
      },
      onCatchUp: schedule,
    };
  }, [queryClient, orderId]);
  useLiveEvents(accountId, listener);
  return null;
}
