import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientConfig } from 'pg';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import {
  CHAOS_TIMING,
  type ChaosOptions,
  type ChaosReport,
  runPaymentChaos,
} from '#tests/support/payments/payment-chaos.ts';
import { startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';
import { buildIfStale } from '../scripts/build-if-stale.ts';

const DEFAULTS = { orders: '1000', rate: '0.2', kills: '2', restarts: '3', seed: '1' };
const FIXED = { buyers: 50, instances: 2, mostSeconds: 480, quirks: { lateMs: 5000, takesMs: 3000 } };

function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: 'boolean' },
      orders: { type: 'string' },
      rate: { type: 'string' },
      kills: { type: 'string' },
      restarts: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const given = { ...DEFAULTS, ...values };
  const numbers = {
    orders: Number(given.orders),
    rate: Number(given.rate),
    kills: Number(given.kills),
    restarts: Number(given.restarts),
    seed: Number(given.seed),
  };
  if (Object.values(numbers).some(Number.isNaN)) throw new Error('accepted: numbers');
  return { ...numbers, ...FIXED };
}

/** A PostgreSQL of its own with one migrated database, which can be stopped and started again. */
async function openServer(): Promise<{
  connection: ClientConfig;
  restart: () => Promise<void>;
  close: () => Promise<void>;
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-chaos-'));
  chmodSync(dataDir, 0o755);
  let postgres = await startEmbeddedPostgres(dataDir);
  const { host = '', port = 0, user = '', password } = postgres.connection;
  const { connection } = await createTestDatabase({ host, port, user, password: String(password) }, 'template0');
  const database = openDatabase({ connection, poolSize: 2 });
  await migrate(database.pool);
  await database.close();
  return {
    connection,
    async restart() {
      await postgres.stop();
      postgres = await startEmbeddedPostgres(dataDir);
    },
    async close() {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function print({ seconds, quietAfterSeconds, happened, faults, readings, audit, stories }: ChaosReport): void {
  console.log(
    `orders placed and paid in ${seconds.toFixed(0)} s, quiet ${quietAfterSeconds.toFixed(0)} s after the faults ended`,
  );
  const sorted = (counts: Record<string, number>) =>
    Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b)));
  console.log('what happened:', sorted(happened));
  console.log(
    'faults:',
    sorted(faults),
    'in all',
    Object.values(faults).reduce((sum, count) => sum + count, 0),
  );
  console.log('readings of the provider:', sorted(readings));
  const { problems, ...results } = audit;
  console.log('audit:', results, `${problems.length} problems`);
  for (const line of [...problems, ...stories]) console.log(`  ${line}`);
}

/**
 * `npm run bench -- --payments`, with `--orders`, `--rate` (0.2 is 20 % of the provider's calls),
 * `--kills` (of instances), `--restarts` (of PostgreSQL) and `--seed`: buyers pay while the provider
 * misbehaves and shop and database are stopped, then the books are compared. Fails when they do not
 * agree.
 */
export async function benchPayments(args: string[]): Promise<void> {
  const options = readOptions(args);
  buildIfStale('server');
  // The provider keeps its books on another machine: they stay while ours are away.
  const [shop, provider] = [await openServer(), await openServer()];
  try {
    const environment = await startPaymentEnvironment({
      shop: shop.connection,
      provider: provider.connection,
      hasWebhooks: true,
      restartPostgres: shop.restart,
      timing: CHAOS_TIMING,
    });
    try {
      const report = await runPaymentChaos(environment, options);
      print(report);
      if (report.audit.problems.length > 0) process.exitCode = 1;
    } finally {
      await environment.close();
    }
  } finally {
    await shop.close();
    await provider.close();
  }
}
