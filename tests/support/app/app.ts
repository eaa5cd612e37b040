import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from 'pg';
import type { DestinationStream } from 'pino';
import { afterAll, inject } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { seed } from '#server/db/seed.ts';
import type { Db } from '#server/db/transaction.ts';
import { createDeps, type Deps } from '#server/deps.ts';
import type { PaymentTiming } from '#server/features/payments/payment-deps.ts';
import { createLogger } from '#server/lib/logger.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { type BootpaySandbox, createBootpaySandbox } from '#server/sandbox/bootpay/bootpay-sandbox.ts';
import { type BootpayDriver, createBootpayDriver } from '#tests/support/payments/bootpay.ts';
import { type Client, createClient } from './client.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';
import { watchErrors } from './documented-errors.ts';
import { createFactories, type Factories } from './factories.ts';

/** The key that texts and files are stored with. */
export const TEST_KEYS = { DATA_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` };

const DAY_MS = 24 * 60 * 60 * 1000;
const SESSION_MS = 30 * DAY_MS;

/** The complete server with its own database, listening on loopback. */
export type TestApp = Factories & {
  app: FastifyInstance;
  deps: Deps;
  config: Config;
  db: Db;
  clock: TestClock;
  /** Base URL, such as `http://127.0.0.1:49152`. */
  url: string;
  /** The payment provider: the sandbox behind its real protocol. */
  bootpay: BootpayDriver;
  /** Creates a browser; each has its own client address unless one is given. */
  client: (address?: string) => Client;
  /**
   * Counts the rows per table, to prove that nothing was written. Omits sessions and rate limits.
   */
  countRows: () => Promise<Record<string, number>>;
  close: () => Promise<void>;
};

type Options = {
  clock?: TestClock;
  /** Overrides the timing of the calls to the provider. */
  timing?: Partial<PaymentTiming>;
  /** Age after which `/metrics` counts items as stuck; as in production by default. */
  stuckAfterMs?: number;
  /** Where pushes may go, such as a push service on loopback. */
  isPushService?: Deps['push']['isPushService'];
  env?: Record<string, string>;
  /** A migrated database; by default a new one. */
  database?: Awaited<ReturnType<typeof createTestDatabase>>;
  /** Overrides of rate limits; 0 switches one off. */
  limits?: Partial<Config['limits']>;
  /** Overrides of the payment settings that the environment cannot change alone. */
  payment?: Partial<Config['payment']>;
  /** True when the provider sends webhooks by itself; otherwise tests send each one. */
  hasWebhooks?: boolean;
  /** Destination of the log; standard error by default. */
  logTo?: DestinationStream;
  /** Changes how the database is reached, except by what listens for its notifications. */
  databaseVia?: (connection: ClientConfig) => Promise<ClientConfig>;
  /** Changes how the database is reached by what listens for its notifications. */
  notificationsVia?: (connection: ClientConfig) => Promise<ClientConfig>;
};

const COUNTED = [
  'users',
  'consents',
  'password_resets',
  'retained_buyers',
  'mails',
  'services',
  'soldiers',
  'orders',
  'order_events',
  'payment_attempts',
  'refunds',
  'refund_requests',
  'refund_proposals',
  'payment_webhooks',
  'images',
  'conversations',
  'conversation_messages',
  'conversation_notes',
  'canned_replies',
  'attachments',
  'attachment_parts',
] as const;

async function countRows(db: Db): Promise<Record<string, number>> {
  const counts = COUNTED.map(async (table) => {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return [table, count] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Inserts a session like a login. */
function sessionOpener(db: Db, clock: TestClock, config: Config) {
  return async (userId: number) => {
    const value = newToken();
    const { role } = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow();
    // Tests that move the clock are not about the short sessions of administrators.
    const now = new Date(clock.now().getTime() + (role === 'admin' ? 3650 * DAY_MS : 0));
    const expires_at = new Date(now.getTime() + SESSION_MS);
    await db
      .insertInto('sessions')
      .values({ token_hash: hashToken(value), user_id: userId, created_at: now, last_used_at: now, expires_at })
      .execute();
    return { name: config.publicUrl.startsWith('https:') ? '__Host-sid' : 'sid', value };
  };
}

/** Generates client addresses, so that limits per address do not affect other tests. */
function addressMaker(): () => string {
  let made = 0;
  return () => {
    made += 1;
    return `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}`;
  };
}

/** Creates a provider without webhooks, so that tests control the order of events. */
function silentSandbox({ config, clock, log, ownAddress }: Deps, connection: ClientConfig): BootpaySandbox {
  const { credentials } = config.payment;
  return createBootpaySandbox({ connection, credentials, clock, log, publicUrl: () => ownAddress.url });
}

/** An app on a database of its own for the tests of one file, closed after them. */
export async function setUpTestApp(options: Options = {}): Promise<TestApp> {
  const shop = await startTestApp(options);
  afterAll(() => shop.close());
  return shop;
}

/** Starts an app on a new database; the caller closes it. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const {
    clock = createTestClock(),
    env = {},
    hasWebhooks = false,
    logTo,
    timing,
    stuckAfterMs,
    isPushService,
  } = options;
  const loaded = loadConfig({
    ...TEST_KEYS,
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    SEED_SAMPLE: '0',
    PAGES: 'none',
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  });
  const config = {
    ...loaded,
    limits: { ...loaded.limits, ...options.limits },
    payment: { ...loaded.payment, ...options.payment },
  };
  const log = createLogger(config.logLevel, logTo);
  const { connection, drop } = options.database ?? (await createTestDatabase(inject('postgres')));
  const database = openDatabase({
    connection: (await options.databaseVia?.(connection)) ?? connection,
    poolSize: config.databasePoolSize,
  });
  const { db } = database;
  if (config.seedSample) await seed(db, config);
  const made = await createDeps({
    config,
    log,
    clock,
    database: { ...database, connection: (await options.notificationsVia?.(connection)) ?? connection },
    ...(timing && { timing }),
    ...(stuckAfterMs !== undefined && { stuckAfterMs }),
    ...(isPushService && { isPushService }),
  });
  const sandbox = (hasWebhooks && made.sandbox) || silentSandbox(made, connection);
  const deps = { ...made, sandbox };
  const errors = watchErrors();
  const app = await buildApp(deps);
  errors.stop();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  deps.ownAddress.url = url;
  const nextAddress = addressMaker();
  const openSession = sessionOpener(db, clock, config);

  return {
    // A page may be opened sooner than the database's notification arrives.
    ...createFactories(db, config.pages === 'none' ? undefined : deps.catalogue.refresh),
    app,
    deps,
    config,
    db,
    clock,
    url,
    bootpay: createBootpayDriver({ url, sandbox, now: clock.now }),
    client: (address = nextAddress()) => createClient(app, { address, openSession }),
    countRows: () => countRows(db),
    async close() {
      await app.close();
      await deps.close();
      if (sandbox !== made.sandbox) await sandbox.close();
      await database.close();
      await drop();
      errors.expectNone();
    },
  };
}
