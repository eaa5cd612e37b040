import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { makeJobsDue, readJob } from '#tests/support/jobs/due-jobs.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { type Pooler, pgbouncer, startPgbouncer } from '#tests/support/providers/pgbouncer.ts';

if (!pgbouncer) console.log('pgbouncer is not installed: the tests behind it are left out');

describe.skipIf(!pgbouncer)('behind PgBouncer', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let outsider: pg.Client;
  let pooler: Pooler;
  const shops: ShopProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shop-pooled-'));
    // The account that PostgreSQL runs as has to enter it.
    chmodSync(folder, 0o755);
    postgres = await startEmbeddedPostgres(folder);
    outsider = new pg.Client(postgres.connection);
    await outsider.connect();
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.end('SIGTERM');
    await pooler.close();
  });
  afterAll(async () => {
    await outsider.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startBehind(mode: 'session' | 'transaction'): Promise<ShopProcess> {
    pooler = await startPgbouncer(pgbouncer ?? '', postgres.connection, mode);
    const shop = await startShop(folder, {
      DATABASE_URL: urlOf(pooler.connection),
      PAGES: 'none',
      SEED_SAMPLE: '1',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'metrics-of-the-test',
    });
    shops.push(shop);
    return shop;
  }

  /** Writes, reads, gets notifications, and runs jobs. */
  async function expectToWork(shop: ShopProcess): Promise<void> {
    await shop.ready();
    const names = Array.from({ length: 8 }, (_, at) => `pooled-${at}`);
    await Promise.all(
      names.map(async (userId) => {
        const browser = await openBrowser(shop.url);
        const account = { userId, password: 'long enough 1', phone: '010-0000-0000', acceptedTos: true };
        await browser.expect(201, 'POST', '/api/auth/register', account);
        await browser.expect(200, 'POST', '/api/auth/login', { userId, password: account.password });
        for (let repeat = 0; repeat < 3; repeat += 1) await browser.expect(200, 'GET', '/api/soldiers/my');
      }),
    );
    const tagline = '새 소개';
    await outsider.query('update services set tagline = $1 where id = 14', [tagline]);
    const shown = async () => (await fetch(`${shop.url}/api/services/14`)).text();
    await expect.poll(shown).toContain(tagline);
    await makeJobsDue(outsider, 'end_holds');
    await expect.poll(async () => (await readJob(outsider, 'end_holds'))?.is_due).toBe(false);
    const metrics = await fetch(`${shop.url}/metrics`, { headers: { authorization: 'Bearer metrics-of-the-test' } });
    expect(await metrics.text()).toContain('shop_backlog_read 1');
    expect(shop.output()).not.toMatch(/unsupported startup|08P01/);
  }

  /** The time limit of a session of another client. */
  async function limitOf(connection: pg.ClientConfig): Promise<string> {
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query('show statement_timeout');
    await client.end();
    return rows[0].statement_timeout;
  }

  it('in session mode the shop works unchanged, and leaves no settings on shared connections', async () => {
    await expectToWork(await startBehind('session'));
    expect(await limitOf(pooler.connection)).toBe('0');
  });

  it('in transaction mode it is refused in one line', async () => {
    const shop = await startBehind('transaction');
    await expect(shop.ready()).rejects.toThrow(/DATABASE_URL: leads to a pooler in transaction mode/);
    expect(shop.output().trim().split('\n')).toHaveLength(1);
    expect(shop.child.exitCode).toBe(1);
    expect(await limitOf(pooler.connection)).toBe('0');
  });
});
