import { useCallback, useSyncExternalStore } from 'react';
import { unreadNow, watchUnread } from './unread-store.ts';

/** Follows how many answers an account has not read, in all its conversations. */
export function useUnread(accountId: number): number {
  const subscribe = useCallback((watcher: () => void) => watchUnread(accountId, watcher), [accountId]);
  return useSyncExternalStore(subscribe, unreadNow);
}
