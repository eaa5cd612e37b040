import { connect } from './connection.ts';
import { type LiveEvent, readEvent } from './live-event.ts';

/** Interval of the heartbeat of the tab that holds the stream. */
const BEAT_MS = 10_000;
/**
 * A leader that was silent for this long is suspended (a hidden tab on a phone): a visible tab
 * replaces it.
 */
const SILENCE_MS = 25_000;

export type SharedStreamHandlers = {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed: read what is new. */
  onCatchUp: () => void;
  /** Whether events arrive at present. */
  onChange: (isOpen: boolean) => void;
};

export type SharedStream = { wake: () => void; close: () => void };

type TabMessage =
  | { kind: 'event'; name: string; data: object }
  | { kind: 'catch-up' }
  | { kind: 'beat'; isOpen: boolean };

/** The part of a tab that may hold the stream for all of them. */
type Leading = { wake: () => void; stop: () => void };

/**
 * One event stream per browser, shared by its tabs: over HTTP/1.1 a browser has six connections per
 * site. One tab holds a lock and the stream, and passes everything on. A browser without locks or
 * channels has a stream per tab.
 */
export function joinStream(accountId: number, handlers: SharedStreamHandlers): SharedStream {
  const name = `events-${accountId}`;
  // Locks exist only on https and loopback.
  const locks: LockManager | undefined = navigator.locks;
  const channel = 'BroadcastChannel' in window && locks ? new BroadcastChannel(name) : undefined;
  const leaving = new AbortController();
  let leading: Leading | undefined;
  let isOpen = false;
  let heardAt = Date.now();

  const post = (message: TabMessage) => channel?.postMessage(message);
  function setOpen(value: boolean): void {
    if (value === isOpen) return;
    isOpen = value;
    handlers.onChange(value);
  }

  function lead(): Leading {
    const beat = () => post({ kind: 'beat', isOpen });
    const timer = setInterval(beat, BEAT_MS);
    const connection = connect({
      onOpen: () => {
        setOpen(true);
        beat();
        post({ kind: 'catch-up' });
        handlers.onCatchUp();
      },
      onEvent: (event) => {
        post({ kind: 'event', ...event });
        handlers.onEvent(event);
      },
      // Browsers throttle the timers of hidden tabs, but not incoming data.
      onBeat: beat,
      onLost: () => {
        setOpen(false);
        beat();
      },
      onEnd: () => {
        setOpen(false);
        beat();
        // Their next call finds that the session has ended.
        post({ kind: 'catch-up' });
      },
    });
    return {
      wake: connection.wake,
      stop: () => {
        clearInterval(timer);
        connection.close();
      },
    };
  }

  /**
   * Leads as long as this tab has the lock. Rejects when another tab takes it, or this one leaves.
   */
  async function holdLock(options: LockOptions): Promise<void> {
    let own: Leading | undefined;
    try {
      await locks?.request(name, options, () => {
        own = lead();
        leading = own;
        return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
      });
    } finally {
      own?.stop();
      if (leading === own) leading = undefined;
    }
  }

  function noteLost(): void {
    if (leaving.signal.aborted) return;
    heardAt = Date.now();
    setOpen(false);
  }

  /** Queues for the lock, and again after another tab took it. */
  async function queue(): Promise<void> {
    while (!leaving.signal.aborted) {
      await holdLock({ signal: leaving.signal }).catch(noteLost);
    }
  }

  function handleMessage({ data: message }: MessageEvent<TabMessage>): void {
    heardAt = Date.now();
    if (leading) return;
    if (message.kind === 'beat') setOpen(message.isOpen);
    else if (message.kind === 'catch-up') handlers.onCatchUp();
    else {
      const event = readEvent(message.name, message.data);
      if (event) handlers.onEvent(event);
    }
  }

  function checkLeader(): void {
    if (leading || Date.now() - heardAt < SILENCE_MS) return;
    setOpen(false);
    if (document.visibilityState !== 'visible') return;
    heardAt = Date.now();
    // This tab stays queued as well, for when the lock is released.
    void holdLock({ steal: true }).catch(noteLost);
  }

  if (channel) {
    channel.addEventListener('message', handleMessage);
    void queue();
  } else {
    leading = lead();
  }
  const timer = channel && setInterval(checkLeader, BEAT_MS / 2);

  return {
    wake() {
      leading?.wake();
      if (channel) checkLeader();
    },
    close() {
      clearInterval(timer);
      leaving.abort();
      if (!channel) leading?.stop();
      channel?.close();
    },
  };
}
