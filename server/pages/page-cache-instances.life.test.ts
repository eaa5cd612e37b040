import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { SOLD } from '#tests/support/app/instances-load.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

/**
 * Much longer than the polling interval of five seconds and the reconnect delay of one second.
 */
const SOON = { timeout: 30_000, interval: 25 };
/** Attempts to observe a notification instead of a poll; one success is enough. */
const ROUNDS = 6;

/** The listening backend of an instance, and its last poll. */
type Watch = { pid: number; lookedAt: Date };

let folder = '';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let here: ShopProcess;
let there: ShopProcess;
let pidOfHere = 0;
let admin: Browser;
let service: { id: number };
let changes = 0;

async function start(): Promise<ShopProcess> {
  // One address for both, as behind a balancer: pages name it.
  const fixed = { PUBLIC_URL: 'http://shop.test', PAGES: 'built', SEED_SAMPLE: '1', LOG_LEVEL: 'fatal' };
  const env = { DATABASE_URL: urlOf(database.connection), ...fixed };
  const instance = await startShop(folder, env);
  await instance.ready();
  return instance;
}

async function watches(): Promise<Watch[]> {
  const { rows } = await pool.query<Watch>(`
    select pid, query_start as "lookedAt" from pg_stat_activity
    where datname = current_database() and application_name = 'shop notifications'
      and state = 'idle' and query like 'select version%'`);
  return rows;
}

/** Undefined while the other instance does not listen. */
async function watchOfThere(): Promise<Watch | undefined> {
  return (await watches()).find(({ pid }) => pid !== pidOfHere);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-pages-'));
  database = await createTestDatabase(inject('postgres'));
  pool = new pg.Pool({ ...database.connection, max: 2, application_name: 'test' });
  // Its idle connections end with the server that a test stops.
  pool.on('error', () => {});
  here = await start();
  pidOfHere = (await vi.waitUntil(async () => (await watches())[0], SOON)).pid;
  there = await start();
  await vi.waitUntil(watchOfThere, SOON);
  admin = await openBrowser(here.url);
  await admin.expect(200, 'POST', '/api/auth/login', { userId: 'admin', password: 'administrator-1' });
  service = await admin.expect(201, 'POST', '/api/admin/services', SOLD);
});

afterAll(async () => {
  for (const instance of [here, there]) await instance?.end('SIGTERM');
  await pool?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sets a new title of the service as an administrator at the first instance. */
async function change(): Promise<string> {
  changes += 1;
  const title = `바뀐 상담 ${changes}`;
  await admin.expect(200, 'PUT', `/api/admin/services/${service.id}`, { ...SOLD, title });
  return title;
}

async function read(path: string): Promise<string> {
  const response = await fetch(`${there.url}${path}`);
  return response.status === 200 ? response.text() : `status ${response.status}`;
}

/** Waits until all responses of the other instance have the title. */
async function seenThere(title: string): Promise<void> {
  for (const path of [`/services/${service.id}`, '/services', `/api/services/${service.id}`, '/api/services']) {
    await expect.poll(() => read(path), SOON).toContain(title);
  }
}

/** Fills the page cache of the other instance, which the change has to invalidate. */
async function keptThere(): Promise<string> {
  const path = `/services/${service.id}`;
  for (const page of [path, '/services']) await read(page);
  const etag = (await fetch(there.url + path)).headers.get('etag') ?? '';
  const again = await fetch(there.url + path, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  return etag;
}

/**
 * Returns whether a change arrived by notification. The other instance also polls every few seconds, visible as its
 * backend's last query: without a poll since the change, it was a notification.
 */
async function isTold(): Promise<boolean> {
  const first = await vi.waitUntil(watchOfThere, SOON);
  // Right after a poll the next one is farthest away.
  const looked = await vi.waitUntil(async () => {
    const watch = await watchOfThere();
    return watch?.lookedAt.getTime() === first.lookedAt.getTime() ? undefined : watch;
  }, SOON);
  await seenThere(await change());
  const after = await watchOfThere();
  return after?.pid === looked.pid && after.lookedAt.getTime() === looked.lookedAt.getTime();
}

async function expectTold(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (await isTold()) return;
  expect.unreachable('no change was seen before the instance looked for itself');
}

it('a change at one instance updates the cached pages of the other by a notification', async () => {
  await seenThere(await change());
  const etag = await keptThere();
  await seenThere(await change());
  const page = await fetch(`${there.url}/services/${service.id}`, { headers: { 'if-none-match': etag } });
  expect(page.status).toBe(200);
  await expectTold();
}, 120_000);

it('a change is shown even if the listening connection breaks at the same time', async () => {
  await seenThere(await change());
  await keptThere();
  const cut = await watchOfThere();
  // Cut within the transaction of the change, so that its notification has no listener.
  await pool.query(`
    create function cut_the_other() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(${Number(cut?.pid)}, 5000); return null; end $$;
    create trigger cut_the_other after update on services for each statement execute function cut_the_other();`);
  const title = await change();
  await pool.query('drop trigger cut_the_other on services; drop function cut_the_other()');
  expect((await watches()).map(({ pid }) => pid)).not.toContain(cut?.pid);
  await seenThere(title);
  expect(await keptThere()).not.toBe('');
  // And it listens again.
  await vi.waitUntil(watchOfThere, SOON);
  await expectTold();
}, 120_000);

it('every instance sends the same ETag, so that caches in front may ask any of them', async () => {
  for (const path of ['/', '/services', `/services/${service.id}`, '/api/services', `/api/services/${service.id}`]) {
    const [first, second] = [await fetch(here.url + path), await fetch(there.url + path)];
    expect(first.headers.get('etag')).toMatch(/^"/);
    expect([path, second.headers.get('etag')]).toEqual([path, first.headers.get('etag')]);
  }
});
