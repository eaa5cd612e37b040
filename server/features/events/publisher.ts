import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { StaffPermission, StreamEventName, StreamEvents } from '#shared/features/events/stream-events.ts';

/** The channel that every instance listens on. */
export const EVENTS_CHANNEL = 'stream_events';
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const MAX_PAYLOAD_BYTES = 7900;
/** Events within this time are sent in one statement. */
const BATCH_MS = 5;

/**
 * Recipients of an event: accounts, and the administrators with a permission. `except` is the user who caused it, where
 * that user must not get it.
 */
export type Audience = {
  users: readonly number[];
  staff?: StaffPermission | undefined;
  except?: number | undefined;
};

/** An event and its recipients. */
export type Notice = {
  [Name in StreamEventName]: { name: Name; data: StreamEvents[Name]; to: Audience };
}[StreamEventName];

export type Publisher = {
  /**
   * Sends the event to the streams of all instances, a moment later. Never throws and never waits.
   * Call it after the commit (`onCommit`), never in a transaction, whose commit would queue behind
   * all other notifying ones. Polling finds events that were lost with a broken connection.
   */
  publish: (notice: Notice) => void;
};

function toPayloads(notices: readonly Notice[]): string[] {
  const payloads: string[] = [];
  let part = '';
  for (const notice of notices) {
    const text = JSON.stringify(notice);
    if (part !== '' && Buffer.byteLength(part) + Buffer.byteLength(text) + 3 > MAX_PAYLOAD_BYTES) {
      payloads.push(`[${part}]`);
      part = '';
    }
    part += part === '' ? text : `,${text}`;
  }
  return part === '' ? payloads : [...payloads, `[${part}]`];
}

/** The notices of one notification. */
export function readPayload(payload: string): Notice[] {
  return JSON.parse(payload);
}

/** Creates the publisher of this process; it batches events into one statement. */
export function createPublisher(pool: Pool, log: FastifyBaseLogger): Publisher {
  let waiting: Notice[] = [];
  let isScheduled = false;

  async function flush(): Promise<void> {
    isScheduled = false;
    const payloads = toPayloads(waiting);
    waiting = [];
    try {
      await pool.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [EVENTS_CHANNEL, payloads]);
    } catch (error) {
      log.warn({ err: error, notifications: payloads.length }, 'stream events not published');
    }
  }

  return {
    publish(notice) {
      waiting.push(notice);
      if (isScheduled) return;
      isScheduled = true;
      setTimeout(() => void flush(), BATCH_MS);
    },
  };
}
