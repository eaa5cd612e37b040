import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/db/connection.ts';
import type { Db } from '#server/db/transaction.ts';
import type { PaymentTiming } from '#server/features/payments/payment-deps.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { BootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { SANDBOX_PATH } from '#shared/platform/payment-hosts.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { PROVIDER_KEYS, startProvider } from '#tests/support/providers/provider-server.ts';
import { auditPayments, type PaymentAudit } from './payment-audit.ts';
import { compareBooks } from './payment-comparison.ts';
import { createPaymentStories, type PaymentStories } from './payment-stories.ts';

/**
 * A provider and a database for processes of the shop that are started, killed and restarted.
 */
export type PaymentEnvironment = {
  provider: { url: string; clientKey: string; sandbox: BootpaySandbox };
  /** Separate connections to the shop's database. */
  db: Db;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** Opens a session; returns its cookies. */
  openSession: (userId: number) => Promise<Record<string, string>>;
  /** Starts one more instance and waits until it is ready. */
  start: () => Promise<ShopProcess>;
  /** Sends SIGKILL, like a crash. */
  kill: (shop: ShopProcess) => Promise<void>;
  /** Restarts the shop's PostgreSQL. */
  restartPostgres: () => Promise<void>;
  /**
   * Expires all leases and retry delays and wakes the jobs. Do not call it during a call to the
   * provider.
   */
  runJobs: () => Promise<void>;
  /** Wakes the jobs without changing leases and delays. */
  wakeJobs: () => Promise<void>;
  audit: () => Promise<PaymentAudit>;
  /** Runs the reconciliation with the provider; returns the listed discrepancies. */
  compare: () => Promise<string[]>;
  stories: PaymentStories;
  /** Stops everything that was started; keeps the databases. */
  close: () => Promise<void>;
};

type Options = {
  /** Databases with the newest schema. */
  shop: pg.ClientConfig;
  provider: pg.ClientConfig;
  /** True when the provider sends webhooks, to each instance in turn. */
  hasWebhooks?: boolean;
  restartPostgres?: () => Promise<void>;
  /** Overrides the timing of the calls to the provider. */
  timing?: Partial<PaymentTiming>;
  /** How often its instances look for due jobs. */
  jobs?: { lookEveryMs: number };
  /** Environment variables of the instances. */
  env?: Record<string, string>;
};

/** Formats the connection as DATABASE_URL. */
export function urlOf({ host = '', port = 5432, user = '', password, database = '' }: pg.ClientConfig): string {
  const where = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${String(password)}@localhost/${database}?${where}`;
}

const LET_TIME_PASS = [
  `update payment_attempts set lease_until = now() - interval '1 second'
   where state in ('unverified', 'approving', 'issued') and lease_until > now()`,
  `update payment_attempts set due_at = now()
   where state in ('unverified', 'approving', 'issued', 'revoking') and due_at > now()`,
  `update refunds set due_at = now(), lease_until = now(), sent_at = sent_at - interval '2 minutes'
   where state = 'requested'`,
  `update payment_webhooks set due_at = now() where state = 'new' and due_at > now()`,
];

/** Leases of killed processes end too. */
const WAKE_JOBS = `update jobs set due_at = now(), leased_until = now() where name in ('settle_due_receipts', 'handle_webhooks')`;

/**
 * Starts a shop with a database and a provider of its own, for tests with faults and several
 * processes.
 */
export async function startPaymentEnvironment({
  shop,
  provider: providerConnection,
  hasWebhooks,
  restartPostgres = async () => {
    throw new Error('this PostgreSQL is shared');
  },
  timing = {},
  jobs,
  env,
}: Options): Promise<PaymentEnvironment> {
  const running: ShopProcess[] = [];
  let sent = 0;
  function nextWebhookUrl(): string {
    sent += 1;
    const instance = running[sent % Math.max(1, running.length)];
    // Without a listener the provider retries later.
    return `${instance?.url ?? 'http://127.0.0.1:9'}/api/bootpay/webhook`;
  }
  const provider = await startProvider(providerConnection, hasWebhooks ? nextWebhookUrl : undefined);
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-environment-'));
  const { db, pool, close: closeDatabase } = openDatabase({ connection: shop, poolSize: 4 });
  const providerPool = new pg.Pool({ ...providerConnection, max: 2, application_name: 'environment' });
  providerPool.on('error', () => {});
  return {
    provider: { url: provider.url, clientKey: PROVIDER_KEYS.clientKey, sandbox: provider.sandbox },
    db,
    pool,
    connection: shop,
    async openSession(userId) {
      const value = newToken();
      const expires_at = new Date(Date.now() + DAY_MS);
      await db
        .insertInto('sessions')
        .values({ token_hash: hashToken(value), user_id: userId, expires_at })
        .execute();
      return { sid: value };
    },
    async start() {
      const variables = {
        DATABASE_URL: urlOf(shop),
        BOOTPAY_CLIENT_KEY: PROVIDER_KEYS.clientKey,
        BOOTPAY_SECRET_KEY: PROVIDER_KEYS.secretKey,
        BOOTPAY_API_URL: `${provider.url}${SANDBOX_PATH}/v2`,
        PAGES: 'none',
        SEED_SAMPLE: '0',
        LOG_LEVEL: 'fatal',
        PAYMENT_TIMING: JSON.stringify(timing),
        ...(jobs && { JOB_SETTINGS: JSON.stringify(jobs) }),
        ...env,
      };
      const started = await startShop(dataDir, variables, undefined, 'tests/support/payments/environment-shop.ts');
      running.push(started);
      await started.ready();
      return started;
    },
    async kill(instance) {
      const at = running.indexOf(instance);
      if (at >= 0) running.splice(at, 1);
      await instance.end('SIGKILL');
    },
    restartPostgres,
    async runJobs() {
      for (const statement of [...LET_TIME_PASS, WAKE_JOBS]) await pool.query(statement);
    },
    wakeJobs: async () => void (await pool.query(WAKE_JOBS)),
    audit: () => auditPayments(pool, providerPool),
    compare: () => compareBooks(db, pool, provider.url),
    stories: createPaymentStories(pool, providerPool),
    async close() {
      for (const instance of running.splice(0)) await instance.end('SIGTERM');
      await provider.close();
      await Promise.all([closeDatabase(), providerPool.end()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
