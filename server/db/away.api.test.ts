import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';

const SOLDIER = { fullname: '홍길동', relationship: '자녀', military_status: '복무 중', phone: '01012345678' };
const POOL = 3;
const DEADLINE_MS = 1500;

let proxy: StallingProxy;
let client: Client;
const shop = await setUpTestApp({
  env: { DATABASE_POOL_SIZE: String(POOL), REQUEST_DEADLINE_MS: String(DEADLINE_MS) },
  async databaseVia(connection) {
    proxy = await startStallingProxy(connection);
    return proxy.connection;
  },
});
const outsider = new pg.Client(shop.deps.database.connection);
await outsider.connect();
afterAll(async () => {
  await outsider.end();
  await proxy.close();
});

beforeEach(async () => {
  client = await shop.client().as(await shop.buildUser());
});

const write = () => client.post('/api/soldiers', SOLDIER);
const read = () => client.get('/api/soldiers/my');

/** Uses every connection of the pool, so that each of them is open. */
async function fillPool(): Promise<number[]> {
  const { pool } = shop.deps.database;
  const taken = await Promise.all(Array.from({ length: POOL }, () => pool.connect()));
  const pids = await Promise.all(
    taken.map(async (connection) => (await connection.query('select pg_backend_pid() as pid')).rows[0].pid),
  );
  for (const connection of taken) connection.release();
  return pids;
}

function expectAway(answer: Awaited<ReturnType<Client['get']>>): void {
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('a former primary', () => {
  const database = () => pg.escapeIdentifier(shop.deps.database.connection.database ?? '');

  /** New connections lead to a server that only reads; those that lead there stay when it ends. */
  async function becomeStandby(): Promise<void> {
    await outsider.query(`alter database ${database()} set default_transaction_read_only = on`);
    proxy.cut();
    await expect.poll(async () => (await read()).statusCode).toBe(200);
  }
  const promoteAnother = () => outsider.query(`alter database ${database()} reset default_transaction_read_only`);

  it('gets no writes: they are 503, and the shop is not ready', async () => {
    await becomeStandby();
    try {
      expectAway(await write());
      expectAway(await client.get('/readyz'));
      expect((await read()).statusCode).toBe(200);
    } finally {
      await promoteAnother();
      proxy.cut();
      await expect.poll(async () => (await read()).statusCode).toBe(200);
    }
  });

  it('loses all connections of the pool with the first refused write; a transaction is repeated on a new one', async () => {
    const { id } = await shop.buildService({ requires_soldier: false });
    await shop.deps.catalogue.refresh();
    await becomeStandby();
    const before = await fillPool();
    await promoteAnother();
    const order = { service_id: id, selected_plan: PLAN.name, price: PLAN.price };
    expect((await client.post('/api/orders', order)).statusCode).toBe(201);
    expect((await client.get('/api/orders/my')).json()).toHaveLength(1);
    const after = await fillPool();
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    await expect.poll(async () => (await client.get('/readyz')).statusCode).toBe(200);
  });

  it('loses them with the question whether the shop is ready', async () => {
    await becomeStandby();
    const before = await fillPool();
    await promoteAnother();
    const readiness = async () => (await client.get('/readyz')).statusCode;
    await expect.poll(readiness).toBe(503);
    await expect.poll(readiness).toBe(200);
    expect((await fillPool()).filter((pid) => before.includes(pid))).toEqual([]);
  });
});

describe('a database that takes no connections', () => {
  it.each(['57P01', '57P02', '57P03', '53300', '08006', '08P01'])(
    'with %s is 503, and back at once',
    async (sqlState) => {
      proxy.refuseWith(sqlState);
      proxy.cut();
      try {
        await expect.poll(async () => (await read()).statusCode).toBe(503);
        expectAway(await read());
        expectAway(await write());
      } finally {
        proxy.refuseWith(undefined);
      }
      expect((await read()).statusCode).toBe(200);
      expect((await write()).statusCode).toBe(201);
    },
  );
});

describe('a machine that vanishes without a word', () => {
  it('costs each call its deadline once, and later calls nothing', async () => {
    await fillPool();
    proxy.stall();
    const startedAt = performance.now();
    for (const answer of await Promise.all([read(), write(), read()])) expectAway(answer);
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 2000);
    const recovery = performance.now();
    expect((await write()).statusCode).toBe(201);
    expect(performance.now() - recovery).toBeLessThan(1000);
  });
});

describe('a call that waits for a lock', () => {
  it('is 503 at its deadline, and holds no connection any more', async () => {
    await write();
    await fillPool();
    await outsider.query('begin; lock table soldiers in access exclusive mode');
    try {
      for (const answer of await Promise.all([write(), write(), write(), write()])) expectAway(answer);
      // All connections were held by those calls.
      expect((await client.get('/readyz')).statusCode).toBe(200);
      await expect.poll(() => shop.deps.database.pool.waitingCount).toBe(0);
    } finally {
      await outsider.query('rollback');
    }
    expect((await write()).statusCode).toBe(201);
  });

  it('as a payment call has a longer deadline', async () => {
    const order = await shop.buildOrder();
    await outsider.query('begin; lock table orders in access exclusive mode');
    const owner = await shop.client().as({ id: order.user_id });
    const answer = owner.patch(`/api/orders/${order.id}`, { status: 'cancelled' });
    const first = await Promise.race([answer, new Promise((done) => setTimeout(done, DEADLINE_MS + 500, 'waits'))]);
    await outsider.query('rollback');
    expect(first).toBe('waits');
    expect((await answer).statusCode).toBe(200);
  });
});
