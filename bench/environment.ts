import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/connection.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { newDataKey } from '#server/lib/keys/key-ring.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { liftLimits } from '#tests/support/limits/lift-limits.ts';
import type { Provider } from '#tests/support/payments/pay-at-provider.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { PROVIDER_KEYS } from '#tests/support/providers/provider-server.ts';

/** Production refuses a chosen password for the login id `admin`. */
export const ADMIN = { userId: 'bench.owner', password: 'administrator-1' };
/** The shop's settings under measurement: production. Its databases count no rate limits. */
export const MEASURED = {
  NODE_ENV: 'production',
  SEED_SAMPLE: '1',
  REQUIRE_SECOND_FACTOR: '0',
  ADMIN_USER_ID: ADMIN.userId,
  LOG_LEVEL: 'warn',
  DATA_KEYS: newDataKey(),
};

/** A folder that is deleted after `run`; PostgreSQL's own account can enter it. */
export async function inTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bench-'));
  chmodSync(folder, 0o755);
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a PostgreSQL for `run`, with the settings of the embedded one. */
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

/**
 * Creates a database with the shop's tables and without rate limits, filled by `fill`. Returns its
 * DATABASE_URL.
 */
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
  await liftLimits({ ...server, database: name });
  await fill(database.pool);
  await database.close();
  return urlOf({ ...server, database: name });
}

export async function timedStart(...args: Parameters<typeof startShop>): Promise<{ shop: ShopProcess; ms: number }> {
  const startedAt = performance.now();
  const shop = await startShop(...args);
  await shop.ready();
  return { shop, ms: performance.now() - startedAt };
}

/** Where a shop is started, repeatedly on the same data, and its payment provider. */
export type Environment = {
  /** Starts the shop, with these variables beside the measured ones. */
  start: (env?: Record<string, string>) => Promise<{ shop: ShopProcess; ms: number }>;
  provider: Provider;
  /** The provider's own database, with its ledger. */
  providerDatabase: string;
  /**
   * Starts the bare shop of `bare-orders.ts` for `run`; the provider's webhooks go there meanwhile.
   */
  withBareShop: (run: (bare: { url: string; pid: number }) => Promise<void>) => Promise<void>;
};

/** Starts a payment provider with its own database, and makes an empty folder for the shop. */
export function withEnvironment<T>(run: (environment: Environment) => Promise<T>): Promise<T> {
  return withPostgres((server) =>
    inTemporaryFolder(async (folder) => {
      const database = await createFilledDatabase(server, 'provider', async () => {});
      const process = fork(join(import.meta.dirname, 'provider-process.ts'), [database]);
      let shopUrl: string | undefined;
      try {
        const [url] = (await once(process, 'message')).map(String);
        const provider = { url: url ?? '', clientKey: PROVIDER_KEYS.clientKey };
        const env = {
          ...MEASURED,
          BOOTPAY_CLIENT_KEY: PROVIDER_KEYS.clientKey,
          BOOTPAY_SECRET_KEY: PROVIDER_KEYS.secretKey,
          BOOTPAY_API_URL: `${provider.url}${SANDBOX_PATH}/v2`,
        };
        return await run({
          provider,
          providerDatabase: database,
          withBareShop: (compare) =>
            inTemporaryFolder(async (bareFolder) => {
              const bare = fork(join(import.meta.dirname, 'bare-orders.ts'), [bareFolder, env.BOOTPAY_API_URL]);
              try {
                const [bareUrl] = (await once(bare, 'message')).map(String);
                if (!bareUrl || !bare.pid) throw new Error('the bare shop did not start');
                process.send(bareUrl);
                await compare({ url: bareUrl, pid: bare.pid });
              } finally {
                bare.send('stop');
                await once(bare, 'exit');
                if (shopUrl) process.send(shopUrl);
              }
            }),
          async start(more) {
            const started = await timedStart(folder, { ...env, ...more });
            const embedded = runningEmbeddedPostgres(folder);
            if (embedded) await liftLimits(embedded);
            shopUrl = started.shop.url;
            process.send(shopUrl);
            return started;
          },
        });
      } finally {
        process.kill();
      }
    }),
  );
}

/** Resident memory of the process in MB. */
export function residentMb(shop: ShopProcess): number {
  const status = readFileSync(`/proc/${shop.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** The value below which this share of the sorted numbers lies; 0 without numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(numbers: readonly number[]): number {
  return quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
}
