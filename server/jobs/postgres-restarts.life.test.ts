import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const RESTARTS = 10;
/** Enough for each of the workers to be in the middle of a job when PostgreSQL stops. */
const JOBS_BETWEEN = 60;
const ADD = `select graphile_worker.add_job('fold_order_changes', max_attempts := 25) from generate_series(1, 6)`;
/** A job whose own statement fails at each restart waits up to a minute for its next attempt. */
const EVENTUALLY = { timeout: 150_000, interval: 250 };

let folder: string;
let postgres: EmbeddedPostgres;
let shop: ShopProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-restarts-'));
  // The temporary folder is private; the account that PostgreSQL runs as has to enter it.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  const env = { DATABASE_URL: urlOf(postgres.connection), PAGES: 'none', SEED_SAMPLE: '0', LOG_LEVEL: 'warn' };
  shop = await startShop(folder, env);
  await shop.ready();
});

afterAll(async () => {
  await shop.end('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client(postgres.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Adds jobs without a pause until `isOver`, through every restart; counts those that were added.
 */
async function addConstantly(counter: { added: number }, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const client = new pg.Client(postgres.connection);
    client.on('error', () => {});
    try {
      await client.connect();
      while (!isOver()) counter.added += (await client.query(ADD)).rowCount ?? 0;
    } catch {
      await delay(10);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

it('survives ten fast restarts of PostgreSQL under constant jobs, and runs all of them', async () => {
  const counter = { added: 0 };
  let isOver = false;
  const adding = addConstantly(counter, () => isOver);
  try {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const enough = counter.added + JOBS_BETWEEN;
      await expect.poll(() => counter.added, { timeout: 20_000, interval: 10 }).toBeGreaterThan(enough);
      await postgres.stop();
      postgres = await startEmbeddedPostgres(folder);
      expect(shop.child.exitCode, shop.output()).toBe(null);
    }
  } finally {
    isOver = true;
    await adding;
  }
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, EVENTUALLY).toBe(200);
  // The schedule adds jobs of its own, with one attempt each.
  const left = `select locked_by, attempts, last_error from graphile_worker.jobs
    where task_identifier = 'fold_order_changes' and max_attempts > 1`;
  await expect.poll(() => query(left), EVENTUALLY).toEqual([]);
  expect(shop.child.exitCode, shop.output()).toBe(null);
}, 300_000);
