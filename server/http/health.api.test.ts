import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';

let shop: TestApp | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await shop?.close();
});

/** Statements of this database alone that wait for a table: other tests wait in the same PostgreSQL. */
const WAITING = `from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Terminates every other connection to the database. */
async function cutConnections(connection: pg.ClientConfig): Promise<void> {
  const outsider = new pg.Client(connection);
  await outsider.connect();
  await outsider.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await outsider.end();
}

it('a running shop is alive and ready', async () => {
  shop = await startTestApp();
  for (const url of ['/healthz', '/readyz']) {
    const response = await shop.client().get(url);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'ok' });
  }
});

it('a shop that shuts down is alive but not ready', async () => {
  shop = await startTestApp();
  shop.deps.shutdown.isRequested = true;
  expect((await shop.client().get('/healthz')).statusCode).toBe(200);
  const response = await shop.client().get('/readyz');
  expect(response.statusCode).toBe(503);
  expect(response.json().code).toBe('UNAVAILABLE');
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
});

it('a shop that shuts down refuses new requests with a Korean message', async () => {
  shop = await startTestApp();
  const client = shop.client();
  shop.deps.shutdown.isRequested = true;
  const response = await client.get('/api/services');
  expect(response.statusCode).toBe(503);
  expect(response.headers.connection).toBe('close');
  expect(response.json()).toEqual({
    code: 'UNAVAILABLE',
    error: '지금은 서비스를 이용할 수 없습니다. 잠시 후 다시 시도해주세요.',
  });
});

it('a shop without its database is alive but not ready, and recovers with it', async () => {
  shop = await startTestApp();
  const { id } = await shop.buildService();
  await shop.deps.catalogue.refresh();
  const client = await shop.client().as(await shop.buildUser());
  const { pool } = shop.deps.database;
  const port = pool.options.port;
  // New connections go to a port without a listener; open ones are terminated, twice in case one
  // was being opened meanwhile.
  pool.options.port = 1;
  const { connection } = shop.deps.database;
  await expect
    .poll(async () => {
      await cutConnections(connection);
      return (await client.get('/readyz')).statusCode;
    })
    .toBe(503);
  expect((await client.get('/healthz')).statusCode).toBe(200);
  const personal = await client.get('/api/orders/my');
  expect(personal.statusCode).toBe(503);
  expect(personal.json().code).toBe('UNAVAILABLE');
  expect((await client.get(`/api/services/${id}`)).statusCode).toBe(200);
  if (port !== undefined) pool.options.port = port;
  await expect.poll(async () => (await client.get('/readyz')).statusCode).toBe(200);
  expect((await client.get('/api/orders/my')).statusCode).toBe(200);
});

it('calls whose connection breaks get 503, and the shop recovers by itself', async () => {
  shop = await startTestApp();
  const client = await shop.client().as(await shop.buildUser());
  const { pool, connection } = shop.deps.database;
  const outsider = new pg.Client(connection);
  await outsider.connect();
  await outsider.query('begin; lock table orders in access exclusive mode');
  const inFlight = [client.get('/api/orders/my'), client.get('/api/orders/my')];
  await expect.poll(async () => (await outsider.query(`select ${WAITING}`)).rowCount).toBe(inFlight.length);
  await outsider.query(`select pg_terminate_backend(pid, 5000) ${WAITING}`);
  for (const answer of await Promise.all(inFlight)) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
  }
  await outsider.end();

  // A connection that breaks between checkout and query.
  pool.once('acquire', (taken) => void taken.end());
  const broken = await client.get('/api/orders/my');
  expect(broken.statusCode).toBe(503);
  expect(broken.json().code).toBe('UNAVAILABLE');
  expect((await client.get('/api/orders/my')).statusCode).toBe(200);
});

it('many questions whether the shop is ready ask the database once, and again a second later', async () => {
  const here = await startTestApp();
  shop = here;
  const outsider = new pg.Client(here.deps.database.connection);
  await outsider.connect();
  const untilWaiting = (count: number) =>
    expect.poll(async () => (await outsider.query(`select ${WAITING}`)).rowCount).toBe(count);
  await outsider.query('begin; lock table sessions in access exclusive mode');
  const many = Array.from({ length: 50 }, () => here.client().get('/readyz'));
  await untilWaiting(1);
  expect(here.deps.database.pool.waitingCount).toBe(0);
  // The second begins with the answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await outsider.query('commit');
  for (const answer of await Promise.all(many)) expect(answer.statusCode).toBe(200);
  await outsider.query('begin; lock table sessions in access exclusive mode');
  expect((await here.client().get('/readyz')).statusCode).toBe(200);
  vi.advanceTimersByTime(SECOND_MS);
  const again = here.client().get('/readyz');
  await untilWaiting(1);
  await outsider.end();
  expect((await again).statusCode).toBe(200);
});

it('a shop is not ready while the schema is older than the code', async () => {
  shop = await startTestApp();
  const here = shop;
  const newest = sql`(select max(name) from schema_migrations)`;
  await sql`update schema_migrations set name = 'hidden ' || name where name = ${newest}`.execute(shop.db);
  expect((await shop.client().get('/readyz')).statusCode).toBe(503);
  await sql`update schema_migrations set name = replace(name, 'hidden ', '')`.execute(shop.db);
  await expect.poll(async () => (await here.client().get('/readyz')).statusCode).toBe(200);
});

it('a shop keeps serving while a newer version expands the schema', async () => {
  shop = await startTestApp();
  const here = shop;
  const client = await here.client().as(await here.buildUser());
  const services: { id: number }[] = [];
  for (let made = 0; made < 5; made += 1) services.push(await here.buildService({ requires_soldier: false }));
  await here.deps.catalogue.refresh();
  const order = () =>
    client.post('/api/orders', { service_id: services.pop()?.id, selected_plan: PLAN.name, price: PLAN.price });
  const folder = mkdtempSync(join(tmpdir(), 'shop-newer-'));
  try {
    cpSync(join(import.meta.dirname, '../db/migrations'), folder, { recursive: true });
    const widening = `alter table orders add column newer text not null default 'x';
      alter table services add column newer text; create table newer (id integer);`;
    writeFileSync(join(folder, '9999-newer.sql'), widening);
    expect((await order()).statusCode).toBe(201);
    // While the older version handles calls.
    const [, ...answers] = await Promise.all([migrate(here.deps.database.pool, { folder }), order(), order(), order()]);
    for (const answer of [...answers, await order()]) expect(answer.statusCode).toBe(201);
    expect((await client.get('/api/orders/my')).json()).toHaveLength(5);
    expect((await client.get('/readyz')).statusCode).toBe(200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('a shutdown', () => {
  it('finishes the running request, and does not wait for its keep-alive connection', async () => {
    const here = await startTestApp();
    shop = here;
    const receiptId = await here.bootpay.openReceipt({ orderNumber: 'order-1', priceWon: 350_000 });
    const hold = createHold();
    here.bootpay.fail({ endpoint: 'status', hold });
    const answer = fetch(`${here.url}/sandbox/bootpay/s/${receiptId}`);
    await hold.untilArrived();
    const closed = here.app.close();
    setTimeout(hold.release, 200);
    expect(await (await answer).json()).toMatchObject({ receipt_id: receiptId });
    // The connection stays open for ten minutes, longer than a test may take.
    await closed;
  });

  it('does not wait for connections without a request or with an incomplete one', async () => {
    const here = await startTestApp();
    shop = here;
    const { server } = here.app;
    // Neither ends by itself.
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
    const port = Number(new URL(here.url).port);
    const [silent, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of [silent, slow]) socket.on('error', () => {});
    slow.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\n');
    const connections = () => new Promise((done) => server.getConnections((_error, count) => done(count)));
    await expect.poll(connections).toBe(2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const closed = here.app.close();
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(7 * SECOND_MS);
    await closed;
  });
});
