import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/connection.ts';
import { createTestDatabase } from '#tests/support/app/database.ts';
import { createQueuePool, type QueuePool } from './queue-pool.ts';

let database: OpenDatabase;
let drop: () => Promise<void>;
let queue: QueuePool;
let outsider: pg.Client;
beforeEach(async () => {
  const created = await createTestDatabase(inject('postgres'));
  drop = created.drop;
  database = openDatabase({ connection: created.connection, poolSize: 1 });
  queue = createQueuePool(database.pool, pino({ level: 'silent' }));
  outsider = new pg.Client(created.connection);
  await outsider.connect();
  await outsider.query('create table done (id integer)');
});
afterEach(async () => {
  await outsider.end();
  await database.close();
  await drop();
});

async function ask(sql: string): Promise<unknown[]> {
  const client = await queue.pool.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    client.release();
  }
}

describe('before the runner runs', () => {
  it('throws errors to the caller', async () => {
    await expect(ask('select 1 / 0')).rejects.toThrow('division by zero');
    await expect(queue.pool.query('select 1 / 0')).rejects.toThrow('division by zero');
  });
});

describe('while the runner runs', () => {
  beforeEach(() => queue.startRepeating());

  it('answers', async () => {
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
    expect((await queue.pool.query('select $1::integer as one', [1])).rows).toEqual([{ one: 1 }]);
  });

  it.each([
    ['a client', () => ask('insert into done values (1) returning id')],
    ['the pool', async () => (await queue.pool.query('insert into done values (1) returning id')).rows],
  ])('repeats a statement of %s whose connection is lost', async (_name, statement) => {
    await outsider.query('begin; lock table done in access exclusive mode');
    const answered = statement();
    const waiting = 'select pid from pg_locks where not granted and relation = $1::regclass';
    await expect.poll(async () => (await outsider.query(waiting, ['done'])).rowCount).toBe(1);
    await outsider.query(`select pg_terminate_backend(pid, 5000) from (${waiting}) as blocked`, ['done']);
    await outsider.query('commit');
    expect(await answered).toEqual([{ id: 1 }]);
    expect((await outsider.query('select from done')).rowCount).toBe(1);
  });

  it('waits for a connection as long as none is free', async () => {
    const held = await database.pool.connect();
    const answered = ask('select 1 as one');
    // Longer than the pool makes a caller wait.
    await expect.poll(() => database.pool.waitingCount, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => database.pool.waitingCount, { timeout: 10_000, interval: 5 }).toBe(0);
    held.release();
    expect(await answered).toEqual([{ one: 1 }]);
  });

  it('returns no rows for a statement that repeating does not cure', async () => {
    expect(await ask('select 1 / 0')).toEqual([]);
    expect(await ask('select * from no_such_table')).toEqual([]);
  });

  it('returns no rows once it is closed and the database does not answer', async () => {
    const held = await database.pool.connect();
    const answered = ask('select 1 as one');
    queue.close();
    expect(await answered).toEqual([]);
    held.release();
  });
});
