import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ClientConfig } from 'pg';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type ChaosOptions, type ChaosReport, runPaymentChaos } from '#tests/support/payment-chaos.ts';
import { openPaymentLab } from '#tests/support/payment-lab.ts';

const DEFAULTS = { orders: '1000', buyers: '50', instances: '2', rate: '0.2', kills: '2', minutes: '8', seed: '1' };

function readOptions(args: string[]): ChaosOptions & { hasWebhooks: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: 'boolean' },
      'no-webhooks': { type: 'boolean' },
      orders: { type: 'string' },
      buyers: { type: 'string' },
      instances: { type: 'string' },
      rate: { type: 'string' },
      kills: { type: 'string' },
      minutes: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const given = { ...DEFAULTS, ...values };
  const options = {
    hasWebhooks: !values['no-webhooks'],
    orders: Number(given.orders),
    buyers: Number(given.buyers),
    instances: Number(given.instances),
    rate: Number(given.rate),
    kills: Number(given.kills),
    seed: Number(given.seed),
    mostSeconds: Number(given.minutes) * 60,
  };
  if (Object.values(options).some(Number.isNaN)) throw new Error('accepted: numbers');
  return options;
}

async function migrated(server: Parameters<typeof createTestDatabase>[0]): Promise<ClientConfig> {
  const { connection } = await createTestDatabase(server, 'template0');
  const database = openDatabase({ connection, poolSize: 2 });
  await migrate(database.pool);
  await database.close();
  return connection;
}

function print({ seconds, quietAfterSeconds, happened, faults, audit }: ChaosReport): void {
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
  const { problems, stories, ...figures } = audit;
  console.log('audit:', figures, `${problems.length} problems`);
  for (const line of [...problems, ...stories]) console.log(`  ${line}`);
}

/**
 * `npm run bench -- --payments`, with `--orders`, `--buyers`, `--instances`, `--rate` (0.2 is 20 % of the provider's calls), `--kills`,
 * `--minutes`, `--seed` and `--no-webhooks`: a crowd pays while the provider misbehaves and the shop is killed, then the books are compared. Fails
 * when they do not agree.
 */
export async function benchPayments(args: string[]): Promise<void> {
  const options = readOptions(args);
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-chaos-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres(dataDir);
  try {
    const { host = '', port = 0, user = '', password } = postgres.connection;
    const server = { host, port, user, password: String(password) };
    const [shop, provider] = [await migrated(server), await migrated(server)];
    const lab = await openPaymentLab({ shop, provider, hasWebhooks: options.hasWebhooks });
    try {
      const report = await runPaymentChaos(lab, options);
      print(report);
      if (report.audit.problems.length > 0) process.exitCode = 1;
    } finally {
      await lab.close();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
