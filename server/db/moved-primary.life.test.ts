import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventReader, readEvents } from '#tests/support/app/event-reader.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { type ShopProcess, startShop } from '#tests/support/app/shop-process.ts';
import { type ReplicatedServer, startTwoServers } from '#tests/support/database/two-servers.ts';
import { urlOf } from '#tests/support/payments/payment-environment.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';

/**
 * A job whose statement fails repeats it after at most two seconds; what listens looks every five.
 */
const EVENTUALLY = { timeout: 60_000, interval: 100 };

let folder: string;
let servers: Awaited<ReturnType<typeof startTwoServers>>;
/** The name of the database, as a managed service moves it. */
let address: StallingProxy;
let shop: ShopProcess;
let customer: Browser;
let stream: EventReader;
let conversation: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shop-moved-'));
  servers = await startTwoServers();
  address = await startStallingProxy(servers.first.connection);
  shop = await startShop(folder, {
    DATABASE_URL: urlOf(address.connection),
    PAGES: 'none',
    SEED_SAMPLE: '0',
    LOG_LEVEL: 'warn',
    // Much shorter than the tests wait: calls fail fast where nothing answers.
    REQUEST_DEADLINE_MS: '2000',
  });
  await shop.ready();
  customer = await openBrowser(shop.url);
  const login = { userId: 'moved', password: 'long enough 1' };
  await customer.expect(201, 'POST', '/api/auth/register', { ...login, phone: '010-0000-0000', acceptedTos: true });
  await customer.expect(200, 'POST', '/api/auth/login', login);
  const body = { subject: '징계 항고 문의', text: '하나', client_id: randomUUID() };
  conversation = (await customer.expect<{ id: number }>(201, 'POST', '/api/consultations', body)).id;
  stream = await readEvents(shop, customer);
}, 120_000);
afterAll(async () => {
  stream?.close();
  await shop?.end('SIGTERM');
  await address?.close();
  await servers?.close();
  rmSync(folder, { recursive: true, force: true });
});

const statusOf = async (path: string) => (await customer.call('GET', path)).status;

async function say(text: string): Promise<number> {
  const body = { text, client_id: randomUUID() };
  return (await customer.call('POST', `/api/consultations/${conversation}/messages`, body)).status;
}

/** Connections of the shop by what they are for: those of calls, of jobs, and one that listens. */
async function connectionsTo(server: ReplicatedServer): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`,
  );
  return rows.map(({ name }) => name);
}
const ALL = ['shop', 'shop jobs', 'shop notifications'];

/** Expects that calls, live events and jobs use the new server. */
async function expectMovedTo(server: ReplicatedServer, seq: number): Promise<void> {
  await expect.poll(() => statusOf('/readyz'), EVENTUALLY).toBe(200);
  await expect.poll(() => say(`${seq}`), EVENTUALLY).toBe(201);
  // The stream was opened before: the browser noticed nothing.
  await stream.until(({ name, data }) => name === 'message' && Number(data.seq) >= seq, EVENTUALLY.timeout);
  const madeDueAt = 'clock_timestamp()';
  const [made] = await server.query<{ at: string }>(
    `update jobs set due_at = now() where name = 'end_holds' returning ${madeDueAt}::text as at`,
  );
  const ended = () => server.query(`select name from jobs where name = 'end_holds' and ended_at > '${made?.at}'`);
  await expect.poll(ended, EVENTUALLY).toEqual([{ name: 'end_holds' }]);
}

it('leaves a former primary that still answers, once the address leads to the new one', async () => {
  const { first, second } = servers;
  await first.stop();
  await second.promote();
  await first.startAsStandby();
  // The name still leads to the first server, which is a standby now and takes connections.
  const isRefused = (line: string) => line.includes('notifications interrupted') && line.includes('takes no writes');
  await expect.poll(() => shop.output().split('\n').some(isRefused), EVENTUALLY).toBe(true);
  expect(await statusOf('/api/consultations')).toBe(503);
  expect(await say('둘')).toBe(503);
  expect(await statusOf('/readyz')).toBe(503);

  address.leadTo(second.connection);
  await expectMovedTo(second, 2);
  await expect.poll(() => connectionsTo(second), EVENTUALLY).toEqual(ALL);
  await expect.poll(() => connectionsTo(first), EVENTUALLY).toEqual([]);
}, 180_000);

it('leaves a primary that is gone, once the address leads back to the other one', async () => {
  const { first, second } = servers;
  await expect.poll(() => first.hasAllOf(second), EVENTUALLY).toBe(true);
  await second.crash();
  await expect.poll(() => statusOf('/readyz'), EVENTUALLY).toBe(503);
  await first.promote();
  address.leadTo(first.connection);
  await expectMovedTo(first, 3);
}, 180_000);
