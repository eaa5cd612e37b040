import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { SOLD } from '#tests/support/app/instances-load.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';

/**
 * Far longer than the five seconds after which an instance looks for itself, or the second after
 * which it listens anew.
 */
const SOON = { timeout: 30_000, interval: 25 };
/** In each a notification is told from a look by chance; one is enough. */
const ROUNDS = 6;

/** Where an instance listens, and when it last looked for itself. */
type Watch = { pid: number; lookedAt: Date };

let folder = '';
let postgres: EmbeddedPostgres;
let pool: pg.Pool;
let here: ShopProcess;
let there: ShopProcess;
let pidOfHere = 0;
let staff: Browser;
let service: { id: number };
let changes = 0;

async function start(): Promise<ShopProcess> {
  const env = { DATABASE_URL: urlOf(postgres.connection), PAGES: 'built', SEED_SAMPLE: '1', LOG_LEVEL: 'fatal' };
  const instance = await startShop(folder, env);
  await instance.ready();
  return instance;
}

async function watches(): Promise<Watch[]> {
  const { rows } = await pool.query<Watch>(`
    select pid, query_start as "lookedAt" from pg_stat_activity
    where application_name = 'catalogue-watch' and state = 'idle' and query like 'select version%'`);
  return rows;
}

/** Undefined while the other instance does not listen. */
async function watchOfThere(): Promise<Watch | undefined> {
  return (await watches()).find(({ pid }) => pid !== pidOfHere);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-pages-'));
  // A temporary folder is closed to others; the database's account has to get into this one.
  chmodSync(folder, 0o755);
  postgres = await startEmbeddedPostgres(folder);
  pool = new pg.Pool({ ...postgres.connection, max: 2, application_name: 'test' });
  here = await start();
  pidOfHere = (await vi.waitUntil(async () => (await watches())[0], SOON)).pid;
  there = await start();
  await vi.waitUntil(watchOfThere, SOON);
  staff = await openBrowser(here.url);
  await staff.expect(200, 'POST', '/api/auth/login', { userId: 'admin', password: 'administrator-1' });
  service = await staff.expect(201, 'POST', '/api/admin/services', SOLD);
});

afterAll(async () => {
  for (const instance of [here, there]) await instance?.end('SIGTERM');
  await pool?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An administrator gives the service a title that it never had, at the first instance. */
async function change(): Promise<string> {
  changes += 1;
  const title = `바뀐 상담 ${changes}`;
  await staff.expect(200, 'PUT', `/api/admin/services/${service.id}`, { ...SOLD, title });
  return title;
}

async function read(path: string): Promise<string> {
  const response = await fetch(`${there.url}${path}`);
  return response.status === 200 ? response.text() : `status ${response.status}`;
}

/** Waits until everything that visitors of the other instance are sent has the title. */
async function seenThere(title: string): Promise<void> {
  for (const path of [`/services/${service.id}`, '/services', `/api/services/${service.id}`, '/api/services']) {
    await expect.poll(() => read(path), SOON).toContain(title);
  }
}

/** Brings the pages into the memory of the other instance, so that they are what a change has to get rid of. */
async function keptThere(): Promise<string> {
  const path = `/services/${service.id}`;
  for (const page of [path, '/services']) await read(page);
  const etag = (await fetch(there.url + path)).headers.get('etag') ?? '';
  const again = await fetch(there.url + path, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  return etag;
}

/**
 * Whether a change was told by the database. The other instance also looks for itself every few
 * seconds, which stands in its backend's last query: where it has not looked since before the
 * change, only a notification can have brought it.
 */
async function isTold(): Promise<boolean> {
  const first = await vi.waitUntil(watchOfThere, SOON);
  // Right after a look the next one is farthest away.
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

it('shows what staff changed at one instance in the kept pages of the other, told by the database', async () => {
  await seenThere(await change());
  const etag = await keptThere();
  await seenThere(await change());
  const page = await fetch(`${there.url}/services/${service.id}`, { headers: { 'if-none-match': etag } });
  expect(page.status).toBe(200);
  await expectTold();
}, 120_000);

it('shows it too when the connection is cut on which the other listens, in the very moment of the change', async () => {
  await seenThere(await change());
  await keptThere();
  const cut = await watchOfThere();
  // Within the transaction of the change: its notification is sent when nobody is there to hear it.
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
