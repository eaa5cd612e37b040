import { useEffect, useSyncExternalStore } from 'react';
import type { LiveEvent } from './live-event.ts';
import { joinStream, type SharedStream } from './shared-stream.ts';

/** Without a stream, pages ask this often for what is new (contract §5). */
const POLL_MS = 15_000;
/** Delay before an unused stream is closed, so that consecutive pages share it. */
const LINGER_MS = 2000;

export type LiveListener = {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed: read what is new. Also called while there is no stream. */
  onCatchUp: () => void;
};

type Session = { accountId: number; leave: () => void };

const listeners = new Set<LiveListener>();
const watchers = new Set<() => void>();
let session: Session | undefined;
let isOpen = false;
let lingering: ReturnType<typeof setTimeout> | undefined;

function catchUp(): void {
  for (const listener of listeners) listener.onCatchUp();
}

function setOpen(value: boolean): void {
  isOpen = value;
  for (const watcher of watchers) watcher();
}

function startSession(accountId: number): Session {
  const join = () =>
    joinStream(accountId, {
      onEvent: (event) => {
        for (const listener of listeners) listener.onEvent(event);
      },
      onCatchUp: catchUp,
      onChange: setOpen,
    });
  let stream: SharedStream | undefined = join();
  const closing = new AbortController();
  const { signal } = closing;
  const polling = setInterval(() => {
    if (!isOpen) catchUp();
  }, POLL_MS);

  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    catchUp();
    stream?.wake();
  };
  document.addEventListener('visibilitychange', wake, { signal });
  window.addEventListener('online', wake, { signal });
  // A page in the back/forward cache must hold neither the lock nor the connection.
  const pause = () => {
    stream?.close();
    stream = undefined;
    setOpen(false);
  };
  window.addEventListener('pagehide', pause, { signal });
  const resume = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    stream ??= join();
    catchUp();
  };
  window.addEventListener('pageshow', resume, { signal });
  return {
    accountId,
    leave: () => {
      closing.abort();
      clearInterval(polling);
      pause();
    },
  };
}

function endSession(): void {
  session?.leave();
  session = undefined;
}

/**
 * Gets the events of this account's stream; returns how to stop. The stream lives while anything
 * listens.
 */
export function listen(accountId: number, listener: LiveListener): () => void {
  clearTimeout(lingering);
  if (session?.accountId !== accountId) endSession();
  listeners.add(listener);
  session ??= startSession(accountId);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(lingering);
    lingering = setTimeout(endSession, LINGER_MS);
  };
}

/** `listen` for components. The listener has to be stable. */
export function useLiveEvents(accountId: number, listener: LiveListener): void {
  useEffect(() => listen(accountId, listener), [accountId, listener]);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether events arrive at present. Without them the page asks every 15 seconds. */
export const useIsLive = () =>
  useSyncExternalStore(
    watch,
    () => isOpen,
    () => false,
  );
