import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig } from 'pg';
import { ASK_PRIMARY } from '#server/db/away.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import type { Catalogue } from './catalogue.ts';

/** Delay before reconnecting after the connection broke. */
const RECONNECT_MS = SECOND_MS;
/**
 * Polling interval. A notification can be lost with an undetected dead connection, so polling
 * limits the staleness.
 */
const POLL_MS = 5 * SECOND_MS;
/** Timeout after which a silent connection is considered dead. */
const PATIENCE_MS = 5 * SECOND_MS;

/**
 * Keeps the catalogue fresh: listens for database notifications on a dedicated connection, and
 * polls as a fallback.
 */
export function watchCatalogue(
  catalogue: Catalogue,
  connection: ClientConfig,
  log: FastifyBaseLogger,
): { close: () => Promise<void> } {
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function refresh(): void {
    catalogue.refresh().catch((error: unknown) => log.warn({ err: error }, 'catalogue not refreshed'));
  }

  async function poll(): Promise<void> {
    // A former primary answers with the version of back then, for ever.
    await client?.query(ASK_PRIMARY);
    const result = await client?.query<{ version: number }>('select version from catalogue_state');
    const version = result?.rows[0]?.version;
    // Compare with the loaded version, not the last seen one, so that a failed refresh is retried.
    if (version !== undefined && version !== catalogue.version()) refresh();
  }

  function later(ms: number): void {
    if (isClosed) return;
    timer = setTimeout(() => void step(), ms);
    timer.unref();
  }

  async function step(): Promise<void> {
    try {
      if (!client) await listen();
      await poll();
      later(POLL_MS);
    } catch (error) {
      log.warn({ err: error }, 'catalogue notifications interrupted');
      const broken = client;
      client = undefined;
      // Not awaited: a dead connection never closes cleanly.
      broken?.end().catch(() => {});
      later(RECONNECT_MS);
    }
  }

  async function listen(): Promise<void> {
    const next = new Client({
      ...connection,
      application_name: 'catalogue-watch',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    // Without a listener a lost connection would end the process; the next step reconnects.
    next.on('error', () => {});
    next.on('notification', refresh);
    await next.connect();
    client = next;
    await next.query('listen catalogue_changed');
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
