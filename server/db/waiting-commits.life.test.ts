import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

const DEADLINE_MS = 1500;
const POOL = 3;

let folder: string;
let postgres: EmbeddedPostgres;
let outsider: pg.Client;
let shop: ShopProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-commits-'));
  // The account that PostgreSQL runs as has to enter it.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  shop = await startShop(folder, {
    DATABASE_URL: urlOf(postgres.connection),
    DATABASE_POOL_SIZE: String(POOL),
    REQUEST_DEADLINE_MS: String(DEADLINE_MS),
    PAGES: 'none',
    SEED_SAMPLE: '0',
    LOG_LEVEL: 'fatal',
  });
  await shop.ready();
  outsider = new pg.Client(postgres.connection);
  await outsider.connect();
});
afterAll(async () => {
  await outsider.end();
  await shop.end('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Names the standbys that every commit waits for; there are none. */
async function waitForStandby(names: string): Promise<void> {
  await outsider.query(`alter system set synchronous_standby_names = '${names}'`);
  await outsider.query('select pg_reload_conf()');
  await expect
    .poll(async () => (await outsider.query('show synchronous_standby_names')).rows[0].synchronous_standby_names)
    .toBe(names);
}

async function waitingCommits(): Promise<number | null> {
  return (await outsider.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).rowCount;
}

it('commits that wait for a standby hold no call beyond its deadline and no connection, and are not cancelled', async () => {
  const names = Array.from({ length: POOL + 1 }, (_, at) => `waiting-${at}`);
  const register = async (userId: string) => {
    const browser = await openBrowser(shop.url);
    return () =>
      browser.call('POST', '/api/auth/register', {
        userId,
        password: 'long enough 1',
        phone: '010-0000-0000',
        acceptedTos: true,
      });
  };
  const calls = await Promise.all(names.map(register));
  await waitForStandby('gone');
  try {
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 503));
    for (const { retryAfter } of answers) expect(Number(retryAfter)).toBeGreaterThan(0);
    // Reads are served: those calls hold no connection any more. PostgreSQL still waits with their
    // commits.
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    expect(await waitingCommits()).toBeGreaterThan(0);
  } finally {
    await waitForStandby('');
  }
  await expect.poll(waitingCommits).toBe(0);
  // Each is there once: sent again it is a conflict, or it had not been sent and is made now.
  for (const call of calls) expect([201, 409]).toContain((await call()).status);
  const { rows } = await outsider.query(
    `select user_id, count(*)::int from users where user_id like 'waiting-%' group by user_id order by user_id`,
  );
  expect(rows).toEqual(names.map((user_id) => ({ user_id, count: 1 })));
});
