import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const EVERY_MS = 100;
const PATIENCE_MS = 1000;

/**
 * Writes beside the shop, each time over a connection of its own, to tell the database's outage
 * from the shop's.
 */
export type Probe = {
  /** When each of them was committed. */
  writes: readonly number[];
  stop: () => Promise<void>;
};

/** Starts to write into a table of its own. */
export async function startProbe(connection: pg.ClientConfig): Promise<Probe> {
  const settings = { ...connection, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS };
  const writes: number[] = [];
  let isOver = false;

  async function write(statement: string): Promise<void> {
    const client = new pg.Client(settings);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      // Not waited for: a server that hangs does not answer this either.
      client.end().catch(() => {});
    }
  }
  async function writeOn(): Promise<void> {
    while (!isOver) {
      const written = await write('insert into drill_probe default values').then(
        () => true,
        () => false,
      );
      if (written) writes.push(performance.now());
      await delay(EVERY_MS);
    }
  }

  await write('create table drill_probe (at timestamptz not null default now())');
  const writing = writeOn();
  return {
    writes,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}
