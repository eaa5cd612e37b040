import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';
import { holdConnections } from './held-connections.ts';

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
const readiness = async () => (await client.get('/readyz')).statusCode;

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

  it('gets no calls, and the shop is not ready, until the address leads to the new one', async () => {
    // New connections lead to a server that only reads; those that lead there stay when it ends.
    await outsider.query(`alter database ${database()} set default_transaction_read_only = on`);
    proxy.cut();
    try {
      await expect.poll(async () => (await read()).json().code).toBe('UNAVAILABLE');
      for (const answer of [await read(), await write()]) expectAway(answer);
      await expect.poll(readiness).toBe(503);
    } finally {
      await outsider.query(`alter database ${database()} reset default_transaction_read_only`);
    }
    expect((await write()).statusCode).toBe(201);
    expect((await read()).statusCode).toBe(200);
    await expect.poll(readiness).toBe(200);
  });

  it('loses a connection with the first write that it refuses', async () => {
    const before = await fillPool();
    await shop.db
      .transaction()
      .execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await expect(sql`update users set fullname = ''`.execute(trx)).rejects.toMatchObject({ code: '25006' });
      })
      .catch(() => {});
    expect((await write()).statusCode).toBe(201);
    const after = await fillPool();
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(POOL - 1);
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
    // A second try would have had a new connection, which works.
    for (const answer of await Promise.all([read(), write(), read()])) expectAway(answer);
    expect((await write()).statusCode).toBe(201);
  });
});

describe('work of a call that was answered at its deadline', () => {
  it.each([
    ['writes nothing any more', true, 0],
    ['still records what the payment provider says', false, 1],
  ])('%s', async (_title, isLast, written) => {
    const { id } = await shop.buildUser();
    const call = holdConnections();
    call.destroy({ isLast });
    const rename = () => shop.db.updateTable('users').set({ fullname: '늦음' }).where('id', '=', id).execute();
    await Promise.allSettled([new Promise((done) => call.run(() => done(rename())))]);
    const late = await shop.db
      .selectFrom('users')
      .select('id')
      .where('fullname', '=', '늦음')
      .where('id', '=', id)
      .execute();
    expect(late).toHaveLength(written);
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
