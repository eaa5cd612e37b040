import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/providers/smtp-server.ts';

const RESTARTS = 10;
/** Mails that are queued between two restarts, and all jobs made due with each. */
const MAILS_BETWEEN = 20;
const ADD = `with woken as (update jobs set due_at = now())
  insert into mails (kind, recipient, params) values ('welcome', 'member@example.com', '{"userId": "member"}')`;
/** A job that fails at a restart waits up to half a minute for its next run. */
const EVENTUALLY = { timeout: 150_000, interval: 250 };

let folder: string;
let postgres: EmbeddedPostgres;
let shop: ShopProcess;
let smtp: TestSmtpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-restarts-'));
  // The temporary folder is private; the account that PostgreSQL runs as has to enter it.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  smtp = await startSmtpServer();
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'shop@example.com' };
  const env = { ...mail, DATABASE_URL: urlOf(postgres.connection), PAGES: 'none', SEED_SAMPLE: '0', LOG_LEVEL: 'warn' };
  shop = await startShop(folder, env);
  await shop.ready();
});

afterAll(async () => {
  await shop.end('SIGTERM');
  await smtp.close();
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

/** Adds mails without a pause until `isOver`, through every restart; counts those that were added. */
async function addConstantly(counter: { added: number }, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const client = new pg.Client(postgres.connection);
    client.on('error', () => {});
    try {
      await client.connect();
      while (!isOver()) {
        counter.added += (await client.query(ADD)).rowCount ?? 0;
        await delay(20);
      }
    } catch {
      await delay(10);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

it('survives ten fast restarts of PostgreSQL under constant jobs, and sends all mails', async () => {
  const counter = { added: 0 };
  let isOver = false;
  const adding = addConstantly(counter, () => isOver);
  try {
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const enough = counter.added + MAILS_BETWEEN;
      await expect.poll(() => counter.added, { interval: 10 }).toBeGreaterThan(enough);
      await postgres.stop();
      postgres = await startEmbeddedPostgres(folder);
      expect(shop.child.exitCode, shop.output()).toBe(null);
    }
  } finally {
    isOver = true;
    await adding;
  }
  await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status, EVENTUALLY).toBe(200);
  const left = `select name, failures, last_error from jobs where failures > 0`;
  await expect.poll(() => query(left), EVENTUALLY).toEqual([]);
  await expect.poll(() => query(`select id from mails where state <> 'sent'`), EVENTUALLY).toEqual([]);
  const [{ count } = { count: '0' }] = await query<{ count: string }>('select count(*) from mails');
  expect(Number(count)).toBeGreaterThanOrEqual(counter.added);
  expect(smtp.mails.length).toBeGreaterThanOrEqual(counter.added);
  expect(shop.child.exitCode, shop.output()).toBe(null);
}, 300_000);
