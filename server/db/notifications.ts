import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';
import { requirePrimary } from './connection.ts';

const RECONNECT_MS = SECOND_MS;
/**
 * Interval of the search for lost notifications: a connection can break, or a process can end
 * between its commit and its notification.
 */
const CATCH_UP_MS = 5 * SECOND_MS;
/** Timeout of a query, after which the connection is replaced: a dead one never answers. */
const PATIENCE_MS = 5 * SECOND_MS;

/** A channel of LISTEN and NOTIFY. */
export type Channel = {
  onNotification: (payload: string) => void;
  /** Finds what was committed and not notified, on the listening connection. */
  catchUp: (client: Client) => Promise<void>;
};

type Options = { connection: ClientConfig; log: FastifyBaseLogger; channels: Record<string, Channel> };

/**
 * Listens on one connection to all channels. Catches up after each connect and every five seconds,
 * which also shows that the connection is alive; a broken one is replaced.
 */
export function listenToDatabase({ connection, log, channels }: Options): { close: () => Promise<void> } {
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
      application_name: 'shop notifications',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    // A lost connection is replaced at once: streams wait for its notifications.
    next.on('error', () => {
      if (client !== next || isClosed) return;
      client = undefined;
      later(0);
    });
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.onNotification(payload));
    // Before it listens: a step that fails ends the connection.
    client = next;
    await next.connect();
    await requirePrimary(next);
    for (const name of Object.keys(channels)) await next.query(`listen ${escapeIdentifier(name)}`);
    return next;
  }

  async function step(): Promise<void> {
    try {
      const current = client ?? (await listen());
      for (const { catchUp } of Object.values(channels)) await catchUp(current);
      later(CATCH_UP_MS);
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error }, 'database notifications interrupted');
      const broken = client;
      client = undefined;
      // Not awaited: a dead connection never closes cleanly.
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
