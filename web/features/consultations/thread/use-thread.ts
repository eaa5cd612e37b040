import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLiveEvents } from '#web/lib/events/live-events.ts';
import { changeKeptDraft, readDraft, saveDraft } from './drafts.ts';
import type { ThreadSource } from './thread-source.ts';
import { createThread, type ThreadSnapshot, type ThreadStore } from './thread-store.ts';

/** The place of a conversation's draft. */
export const placeOf = ({ side, conversationId }: ThreadSource) => `${side}-${conversationId}`;

const subscribeToNothing = () => () => undefined;

export type Thread = { store: ThreadStore; snapshot: ThreadSnapshot };

/**
 * The thread of a conversation, kept up to date by the event stream. `source` has to be stable.
 * Undefined in the first rendering.
 */
export function useThread(source: ThreadSource, accountId: number): Thread | undefined {
  const [store, setStore] = useState<ThreadStore>();
  useEffect(() => {
    const place = placeOf(source);
    let isShown = true;
    const created = createThread({
      source,
      unsent: readDraft(accountId, place).unsent,
      onUnsent: (unsent) => (isShown ? saveDraft : changeKeptDraft)(accountId, place, { unsent }),
    });
    setStore(created);
    void created.catchUp();
    return () => {
      isShown = false;
      created.close();
      setStore(undefined);
    };
  }, [source, accountId]);
  const listener = useMemo(
    () => ({
      onEvent: (event: Parameters<ThreadStore['handleEvent']>[0]) => store?.handleEvent(event),
      onCatchUp: () => void store?.catchUp(),
    }),
    [store],
  );
  useLiveEvents(accountId, listener);
  const get = () => store?.get();
  const snapshot = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, get, get);
  return store && snapshot && { store, snapshot };
}
