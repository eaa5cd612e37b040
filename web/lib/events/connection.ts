import * as eventCalls from '#shared/features/events/calls.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { sendStream } from '#web/lib/send-stream.ts';
import { createEventParser, type LiveEvent } from './live-event.ts';

/** The server ends a stream after 15 minutes; an older one has lost its end on the network. */
const LIFE_MS = 16 * 60_000;
/** The server writes every 20 seconds. A phone that slept can hold a dead connection for long. */
const SILENCE_MS = 45_000;
/** After this silence a page that becomes visible again reconnects. */
const STALE_MS = 25_000;
const MAX_PAUSE_MS = 30_000;

export type ConnectionHandlers = {
  /** Connected. Changes that were missed have to be read by the calls of the conversations. */
  onOpen: () => void;
  onEvent: (event: LiveEvent) => void;
  /** Any data arrived, keep-alive comments included. */
  onBeat: () => void;
  /** The connection is lost for now. */
  onLost: () => void;
  /** The session has ended: there is no reconnect. */
  onEnd: () => void;
};

export type Connection = {
  /** The page is shown again or the network is back: reconnects at once where that may help. */
  wake: () => void;
  close: () => void;
};

/**
 * Returns the delay before the next attempt: random, so that not all pages reconnect at the same
 * time.
 */
export function pauseMs(failures: number, random: number, retryAfterSeconds = 0): number {
  const most = Math.min(1000 * 2 ** failures, MAX_PAUSE_MS);
  return Math.max(most / 2 + (most / 2) * random, retryAfterSeconds * 1000);
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/**
 * Holds the event stream open until it is closed or the session ends. It is read with `fetch`:
 * `EventSource` gives up after any answer but 200, and hides the comments that show whether the
 * connection is alive.
 */
export function connect(handlers: ConnectionHandlers): Connection {
  const closing = new AbortController();
  let attempt = new AbortController();
  let signOfLifeAt = 0;
  let endPause: (() => void) | undefined;

  async function read(onFirst: () => void): Promise<void> {
    attempt = new AbortController();
    const { signal } = attempt;
    signOfLifeAt = Date.now();
    let watchdog = setTimeout(() => attempt.abort(), SILENCE_MS);
    const noteBeat = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => attempt.abort(), SILENCE_MS);
      signOfLifeAt = Date.now();
      handlers.onBeat();
    };
    try {
      const bytes = await sendStream(eventCalls.stream, {
        signal: AbortSignal.any([signal, closing.signal]),
        timeoutMs: LIFE_MS,
      });
      const reader = bytes.getReader();
      const decoder = new TextDecoder();
      const parse = createEventParser();
      let isOpen = false;
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        noteBeat();
        // The first bytes prove that no proxy buffers the response.
        if (!isOpen) onFirst();
        isOpen = true;
        for (const event of parse(decoder.decode(piece.value, { stream: true }))) handlers.onEvent(event);
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      let retryAfter: number | undefined;
      // A connection that was open starts over with short pauses.
      const handleOpen = () => {
        failures = 0;
        handlers.onOpen();
      };
      try {
        await read(handleOpen);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (isSessionOver(error)) return handlers.onEnd();
        if (error instanceof ApiError) retryAfter = error.retryAfter;
        failures += 1;
      }
      if (closing.signal.aborted) return;
      handlers.onLost();
      await pause(pauseMs(failures, Math.random(), retryAfter));
    }
  }

  void run();
  return {
    wake() {
      endPause?.();
      if (Date.now() - signOfLifeAt > STALE_MS) attempt.abort();
    },
    close() {
      closing.abort();
      endPause?.();
    },
  };
}
