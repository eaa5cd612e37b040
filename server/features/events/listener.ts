import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig } from 'pg';
import { ASK_PRIMARY } from '#server/db/away.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { CHANNEL } from './publisher.ts';

const RECONNECT_MS = SECOND_MS;
/**
 * A notification can be lost: with its connection, or with a process that ended between its commit
 * and its notification. The poll finds what it was about.
 */
const POLL_MS = 5 * SECOND_MS;
/** A connection whose other end is gone never answers: after this it is replaced. */
const PATIENCE_MS = 5 * SECOND_MS;

type Options = {
  connection: ClientConfig;
  log: FastifyBaseLogger;
  onPayload: (payload: string) => void;
  /** Reads what was missed, on the same connection: that it answers proves that it is alive. */
  poll: (client: Client) => Promise<void>;
};

/**
 * Listens for stream events on a connection of its own, and polls for what was missed. A former primary is left: no
 * notification comes from there any more.
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
