import { useEffect, useSyncExternalStore } from 'react';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import * as eventCalls from '#shared/features/events/calls.ts';
import { send, urlOf } from '#web/lib/send.ts';
import { EVENT_NAMES, type LiveEvent, readEvent } from './live-event.ts';

/** Without a stream, pages ask this often for what is new (contract §5). */
const POLL_MS = 15_000;
/**
 * `EventSource` does not report a connection that died without an end, as on a laptop that slept:
 * a stream that was silent for this long is opened again.
 */
const SILENCE_MS = 60_000;
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
  if (value === isOpen) return;
  isOpen = value;
  for (const watcher of watchers) watcher();
}

/** Holds a stream while the tab is visible, because the server allows three of them per user. */
function startSession(accountId: number): Session {
  let source: EventSource | undefined;
  let hasBeenOpen = false;
  let heardAt = 0;

  function disconnect(): void {
    source?.close();
    source = undefined;
  }

  /** The browser reconnects by itself, except after an answer other than 200. */
  function handleError({ readyState }: EventSource): void {
    setOpen(false);
    if (readyState !== EventSource.CLOSED) return;
    catchUp();
    // The status is hidden: after the end of the session, this call leads to the login.
    void send(sessionCalls.getMine).catch(() => undefined);
  }

  function connect(): void {
    disconnect();
    if (document.visibilityState !== 'visible') return;
    const opened = new EventSource(urlOf(eventCalls.stream));
    source = opened;
    heardAt = Date.now();
    opened.addEventListener('open', () => {
      hasBeenOpen = true;
      heardAt = Date.now();
      setOpen(true);
      catchUp();
    });
    opened.addEventListener('error', () => handleError(opened));
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now();
        const event = readEvent(name, JSON.parse(data));
        if (event) for (const listener of listeners) listener.onEvent(event);
      });
    }
  }

  const polling = setInterval(() => {
    if (!source) return;
    const { readyState } = source;
    setOpen(readyState === EventSource.OPEN);
    if (!isOpen) catchUp();
    // A stream that was refused from the start is not allowed here: it is tried again when the
    // tab is next shown.
    const isToRenew = readyState === EventSource.CLOSED ? hasBeenOpen : Date.now() - heardAt > SILENCE_MS;
    if (isToRenew) connect();
  }, POLL_MS);
  const closing = new AbortController();
  const { signal } = closing;
  document.addEventListener('visibilitychange', connect, { signal });
  window.addEventListener('online', connect, { signal });
  // A page in the back/forward cache must not hold the connection.
  window.addEventListener('pagehide', disconnect, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && connect(), { signal });
  connect();
  return {
    accountId,
    leave: () => {
      closing.abort();
      clearInterval(polling);
      disconnect();
      setOpen(false);
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

/** Returns whether events arrive at present. Without them the page asks every 15 seconds. */
export const useIsLive = () =>
  useSyncExternalStore(
    watch,
    () => isOpen,
    () => false,
  );
