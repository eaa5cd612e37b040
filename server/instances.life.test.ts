import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/start-embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { type Balancer, startBalancer } from '#tests/support/app/balancer.ts';
import { type Browser, openBrowser } from '#tests/support/app/http-browser.ts';
import { buyOften, newLoadBook, SOLD, saveOften } from '#tests/support/app/instances-load.ts';
import type { ShopProcess } from '#tests/support/app/shop-process.ts';
import { makeJobsDue } from '#tests/support/jobs/due-jobs.ts';
import { type PaymentEnvironment, startPaymentEnvironment } from '#tests/support/payments/payment-environment.ts';

const BUYERS = 3;
const MOST_ROUNDS = 200;

/**
 * Two PostgreSQL: the shop's, which is restarted, and the one of the provider, whose books must not
 * suffer with it.
 */
let folders: string[] = [];
let shopPostgres: EmbeddedPostgres;
let providerPostgres: EmbeddedPostgres;
let balancer: Balancer;
let environment: PaymentEnvironment;
let instances: ShopProcess[] = [];

/** A temporary folder is closed to others; the database's account has to get into this one. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shop-instances-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function restartPostgres(): Promise<void> {
  await shopPostgres.stop();
  shopPostgres = await startEmbeddedPostgres(folders[0] ?? '');
}

function balance(): void {
  balancer.use(instances.map(({ url }) => url));
}

async function asAdmin(url: string): Promise<Browser> {
  const admin = await openBrowser(url);
  await admin.expect(200, 'POST', '/api/auth/login', { userId: 'admin', password: 'administrator-1' });
  return admin;
}

async function taglineAt({ url }: ShopProcess, serviceId: number): Promise<string> {
  const service = (await (await fetch(`${url}/api/services/${serviceId}`)).json()) as { tagline: string };
  return service.tagline;
}

beforeAll(async () => {
  folders = [];
  shopPostgres = await startEmbeddedPostgres(openFolder());
  providerPostgres = await startEmbeddedPostgres(openFolder());
  const provider = openDatabase({ connection: providerPostgres.connection, poolSize: 2 });
  await migrate(provider.pool);
  await provider.close();
  balancer = await startBalancer();
  environment = await startPaymentEnvironment({
    shop: shopPostgres.connection,
    provider: providerPostgres.connection,
    // The payment of a killed instance is free before a buyer is missed.
    timing: { callMs: 3 * SECOND_MS, leaseMs: 10 * SECOND_MS },
    env: { PUBLIC_URL: balancer.url, SEED_SAMPLE: '1' },
  });
  // All at once on an empty database: one makes the tables, the others wait.
  instances = await Promise.all([environment.start(), environment.start(), environment.start()]);
  balance();
});

afterAll(async () => {
  await balancer.close();
  await environment.close();
  await shopPostgres.stop();
  await providerPostgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function makeService(): Promise<number> {
  const [first] = instances;
  if (!first) throw new Error('no instance');
  const admin = await asAdmin(first.url);
  return (await admin.expect<{ id: number }>(201, 'POST', '/api/admin/services', SOLD)).id;
}

it('holds sessions, tokens, limits and the catalogue in common', async () => {
  const [first, second, third] = instances;
  if (!first || !second || !third) throw new Error('three instances');
  const serviceId = await makeService();
  for (const instance of instances) await expect.poll(() => taglineAt(instance, serviceId)).toBe(SOLD.tagline);

  // One browser whose calls go to each in turn: the token and the session that one gave out are
  // good at the others.
  const admin = await asAdmin(balancer.url);
  for (const round of [1, 2, 3]) {
    await admin.expect(200, 'GET', '/api/admin/dashboard');
    const tagline = `저장 ${round}`;
    await admin.expect(200, 'PUT', `/api/admin/services/${serviceId}`, { ...SOLD, tagline });
    for (const instance of instances) await expect.poll(() => taglineAt(instance, serviceId)).toBe(tagline);
  }

  const statuses: number[] = [];
  for (let at = 0; at <= 10; at += 1) {
    const { url } = instances[at % instances.length] ?? first;
    const visitor = await openBrowser(url);
    statuses.push(
      (await visitor.call('POST', '/api/auth/login', { userId: 'some.user', password: 'wrong one' })).status,
    );
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

it('an instance shows changes by polling when notifications fail', async () => {
  const serviceId = await makeService();
  const { rows } = await environment.pool.query<{ source: string }>(
    `select pg_get_functiondef('bump_catalogue_version'::regproc) as source`,
  );
  const source = rows[0]?.source ?? '';
  await environment.pool.query(source.replace(/perform pg_notify.*;/, ''));
  await environment.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'shop notifications'`,
  );
  const admin = await asAdmin(instances[1]?.url ?? '');
  await admin.expect(200, 'PUT', `/api/admin/services/${serviceId}`, { ...SOLD, tagline: '다시 듣습니다' });
  for (const instance of instances) await expect.poll(() => taglineAt(instance, serviceId)).toBe('다시 듣습니다');
  await environment.pool.query(source);
});

it('loses no answered write while instances die and stop and PostgreSQL is restarted under load', async () => {
  const serviceId = await makeService();
  for (const instance of instances) await expect.poll(() => taglineAt(instance, serviceId)).toBe(SOLD.tagline);
  const admin = await asAdmin(balancer.url);
  const book = newLoadBook();
  let isOver = false;
  const load = [
    ...Array.from({ length: BUYERS }, (_, at) =>
      buyOften(book, {
        url: balancer.url,
        provider: environment.provider,
        serviceId,
        name: `buyer${at}x`,
        isOver: () => isOver,
        most: MOST_ROUNDS,
      }),
    ),
    saveOften(book, admin, { serviceId, isOver: () => isOver, most: MOST_ROUNDS }),
  ];
  const buysMore = async (more: number) => {
    const enough = book.confirmedIds.length + more;
    await expect.poll(() => book.confirmedIds.length).toBeGreaterThanOrEqual(enough);
  };
  try {
    const [first, second] = instances;
    if (!first || !second) throw new Error('three instances');
    await buysMore(3);
    await environment.kill(first);
    await buysMore(3);
    expect(await second.end('SIGTERM')).toBe(0);
    instances = [await environment.start(), await environment.start(), ...instances.slice(2)];
    balance();
    await buysMore(3);
    await restartPostgres();
    await buysMore(5);
  } finally {
    isOver = true;
    await Promise.all(load);
  }
  expect(book.unexpected).toEqual([]);

  // An instance that has not asked the database since its restart finds out with the next look.
  for (const { url } of instances) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  const last = book.savedTaglines.at(-1) ?? '';
  for (const instance of instances) await expect.poll(() => taglineAt(instance, serviceId)).toBe(last);
  const { rows: users } = await environment.pool.query('select user_id from users where user_id = any ($1)', [
    book.userIds,
  ]);
  expect(users).toHaveLength(book.userIds.length);
  const { rows: orders } = await environment.pool.query('select id from orders where id = any ($1)', [book.orderIds]);
  expect(orders).toHaveLength(book.orderIds.length);
  const paid = `select id from orders where id = any ($1) and status = 'confirmed' and paid_price = price`;
  expect((await environment.pool.query(paid, [book.confirmedIds])).rows).toHaveLength(book.confirmedIds.length);
  // Jobs that are woken are run: the runner has found its way back too.
  await makeJobsDue(environment.pool, 'seal_audit');
  const unsealed = 'select from audit_log where id > (select coalesce(max(entry_id), 0) from audit_chain)';
  await expect.poll(async () => (await environment.pool.query(unsealed)).rows).toEqual([]);
}, 120_000);
