import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig } from 'pg';
import { ASK_PRIMARY } from '#server/db/away.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { CHANNEL } from './publisher.ts';

const RECONNECT_MS = SECOND_MS;
/**
 * Interval of the poll for lost notifications: a connection can break, or a process can end between
 * its commit and its notification.
 */
const POLL_MS = 5 * SECOND_MS;
/** Timeout of a query, after which the connection is replaced: a dead one never answers. */
const PATIENCE_MS = 5 * SECOND_MS;

type Options = {
  connection: ClientConfig;
  log: FastifyBaseLogger;
  onPayload: (payload: string) => void;
  /** Reads missed events on the same connection; a response proves that it is alive. */
  poll: (client: Client) => Promise<void>;
};

/**
 * Listens for stream events on its own connection, and polls for missed ones. Disconnects from a
 * former primary, which sends no notifications any more.
 */
export function listenForEvents({ connection, log, onPayload, poll }: Options): { close: () => Promise<void> } {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function later(ms: number): void {
    if (isClosed) return;
    // A connection that breaks during a query is reported twice: by its event and by the query.
    clearTimeout(timer);
    timer = setTimeout(() => void step(), ms);
    timer.unref();
  }

  async function listen(): Promise<Client> {
    const next = new Client({
      ...connection,
      application_name: 'stream-events',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    // A lost connection is replaced at once: streams wait for its notifications.
    next.on('error', () => {
      if (client !== next || isClosed) return;
      client = undefined;
      later(0);
    });
    next.on('notification', ({ payload }) => {
      if (payload !== undefined) onPayload(payload);
    });
    // Before it listens, which a standby refuses: the failed step ends the connection.
    client = next;
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    return next;
  }

  async function step(): Promise<void> {
    try {
      const current = client ?? (await listen());
      await current.query(ASK_PRIMARY);
      await poll(current);
      later(POLL_MS);
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error }, 'stream events interrupted');
      const broken = client;
      client = undefined;
      // Not waited for: a connection that is dead does not answer.
      broken?.end().catch(() => {});
      later(RECONNECT_MS);
    }
  }

  void step();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
