import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Provider } from '#tests/support/pay-at-provider.ts';
import { type ShopProcess, startShop } from '#tests/support/shop-process.ts';

const KEYS = { BOOTPAY_CLIENT_KEY: 'sandbox-client', BOOTPAY_SECRET_KEY: 'sandbox-secret' };
const UNLIMITED = {
  LIMIT_REGISTER_PER_HOUR: '0',
  LIMIT_ORDERS_PER_MINUTE: '0',
  LIMIT_LOGIN_FAILURES: '0',
  LIMIT_LOGIN_FAILURES_WIDE: '0',
  LIMIT_STAFF_SEARCHES_PER_MINUTE: '0',
  LIMIT_STAFF_EXPORTS: '0',
};
/** How a shop runs that is measured: as in production, but nobody is refused for being quick. */
export const MEASURED = {
  NODE_ENV: 'production',
  SEED_SAMPLE: '1',
  LOG_LEVEL: 'warn',
  ...UNLIMITED,
};
export const STAFF = { userId: 'admin', password: 'administrator-1' };

/** A folder that is gone after `run`; PostgreSQL's own account can enter it. */
export async function inTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  chmodSync(folder, 0o755);
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A PostgreSQL of its own for `run`, with the settings of the embedded one. */
export function withPostgres<T>(run: (server: pg.ClientConfig, folder: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres(folder);
    try {
      return await run(postgres.connection, folder);
    } finally {
      await postgres.stop();
    }
  });
}

/** A new database of that server with the shop's tables, filled by `fill`. Returns its DATABASE_URL. */
export async function createFilledDatabase(
  server: pg.ClientConfig,
  name: string,
  fill: (pool: pg.Pool) => Promise<void>,
): Promise<string> {
  const maintenance = new pg.Client({ ...server, database: 'postgres' });
  await maintenance.connect();
  await maintenance.query(`create database ${name}`);
  await maintenance.end();
  const database = openDatabase({ connection: { ...server, database: name }, poolSize: 2 });
  await migrate(database.pool);
  await fill(database.pool);
  await database.close();
  const where = new URLSearchParams({ host: server.host ?? '', port: String(server.port) });
  return `postgres://${server.user}:${server.password}@localhost/${name}?${where}`;
}

export async function timedStart(...args: Parameters<typeof startShop>): Promise<{ shop: ShopProcess; ms: number }> {
  const startedAt = performance.now();
  const shop = await startShop(...args);
  await shop.ready();
  return { shop, ms: performance.now() - startedAt };
}

/** Where a shop's data are, how it is started again on them, and who plays its payment provider. */
export type Stage = {
  start: () => Promise<{ shop: ShopProcess; ms: number }>;
  provider: Provider;
  /** What the provider's process, which is a shop too, took to start on an empty folder. */
  firstStartMs: number;
};

/** The payment provider in a process of its own, as the real one is another machine, and a folder for the shop beside it. */
export function onStage<T>(run: (stage: Stage) => Promise<T>): Promise<T> {
  return inTemporaryFolder((providerFolder) =>
    inTemporaryFolder(async (shopFolder) => {
      const provider = await timedStart(providerFolder, { ...MEASURED, PAYMENT_SANDBOX: '1' });
      const env = { ...MEASURED, ...KEYS, BOOTPAY_API_URL: `${provider.shop.url}/sandbox/bootpay/v2` };
      try {
        return await run({
          start: () => timedStart(shopFolder, env),
          provider: { url: provider.shop.url, clientKey: KEYS.BOOTPAY_CLIENT_KEY },
          firstStartMs: provider.ms,
        });
      } finally {
        await provider.shop.end('SIGTERM');
      }
    }),
  );
}

/** Memory of the process that really is resident, in MB. */
export function residentMb(shop: ShopProcess): number {
  const status = readFileSync(`/proc/${shop.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The value below which that share of the sorted numbers lies; 0 where there are none. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
