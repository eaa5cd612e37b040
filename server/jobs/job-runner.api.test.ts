import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { createHold } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';
import { startJobs } from './scheduler.ts';

const TOKEN = 'a-token-of-the-tests';
const SOON = { timeout: 15_000, interval: 50 };

let shop: TestApp;
let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
let outsider: pg.Client;
beforeEach(async () => {
  shop = await startTestApp({ env: { DATABASE_POOL_SIZE: '2', METRICS_TOKEN: TOKEN, LOG_LEVEL: 'silent' } });
  jobs = await startJobs(shop.deps);
  outsider = new pg.Client(shop.deps.database.connection);
  await outsider.connect();
});
afterEach(async () => {
  await outsider.end();
  await jobs?.stop();
  await shop.close();
});

type JobRow = { task_identifier: string; attempts: number; locked_by: string | null };

async function rows(): Promise<JobRow[]> {
  const statement = 'select task_identifier, attempts, locked_by from graphile_worker.jobs order by id';
  return (await outsider.query<JobRow>(statement)).rows;
}

function addJob(task: string, payload: object = {}): Promise<unknown> {
  return outsider.query('select graphile_worker.add_job($1, $2)', [task, payload]);
}

/** Over the shop's own pool: the outsider's connection is in a transaction. */
async function addJobOutside(payload: object): Promise<void> {
  await shop.deps.database.pool.query(`select graphile_worker.add_job('send_reset_links', $1)`, [payload]);
}

async function locks(): Promise<Date[]> {
  const statement = 'select locked_at from graphile_worker.jobs where locked_at is not null';
  const { rows: locked } = await shop.deps.database.pool.query<{ locked_at: Date }>(statement);
  return locked.map(({ locked_at }) => locked_at);
}

/**
 * Adds a job that waits for a lock on a table, until the outsider's transaction ends. Returns its
 * recipient.
 */
async function addBlockedJob(): Promise<string> {
  const { email } = await shop.buildUser({ email: 'forgetful@example.com' });
  await outsider.query('begin; lock table password_resets in access exclusive mode');
  await addJobOutside({ email, requestId: randomUUID() });
  await expect.poll(async () => (await locks()).length, SOON).toBe(1);
  return email;
}

async function gauge(name: string): Promise<string | undefined> {
  const response = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return new RegExp(`^${name} (.*)$`, 'm').exec(await response.text())?.[1];
}

it('runs jobs while requests hold every connection of their pool', async () => {
  const { pool } = shop.deps.database;
  const held = [await pool.connect(), await pool.connect()];
  try {
    await addJob('fold_order_changes');
    await expect.poll(rows, SOON).toEqual([]);
  } finally {
    for (const client of held) client.release();
  }
});

describe('a runner that ends by itself', () => {
  /**
   * A newer program upgrades the queue's tables in a way that this version of the library refuses.
   */
  async function upgradeQueue(): Promise<void> {
    await outsider.query('insert into graphile_worker.migrations (id, breaking) values (999999, true)');
    await outsider.query(`select pg_notify('worker:migrate', '{"migrationNumber": 999999, "breaking": true}')`);
  }

  it('makes the process not ready until it runs again, and is restarted', async () => {
    expect(await gauge('shop_job_runner_up')).toBe('1');
    // Listening for the notification begins some time after the start.
    await expect
      .poll(async () => {
        await upgradeQueue().catch(() => outsider.query(`select pg_notify('worker:migrate', '{"breaking": true}')`));
        return (await shop.client().get('/readyz')).statusCode;
      }, SOON)
      .toBe(503);
    const response = await shop.client().get('/readyz');
    expect(response.json()).toEqual({ code: 'UNAVAILABLE', error: expect.stringMatching(/[가-힣]/) });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await shop.client().get('/healthz')).statusCode).toBe(200);
    expect(await gauge('shop_job_runner_up')).toBe('0');

    await outsider.query('delete from graphile_worker.migrations where id = 999999');
    await expect.poll(async () => (await shop.client().get('/readyz')).statusCode, SOON).toBe(200);
    expect(await gauge('shop_job_runner_up')).toBe('1');
    await addJob('fold_order_changes');
    await expect.poll(rows, SOON).toEqual([]);
  });

  it('can be stopped while it waits for its restart', async () => {
    await expect
      .poll(async () => {
        await upgradeQueue().catch(() => outsider.query(`select pg_notify('worker:migrate', '{"breaking": true}')`));
        return shop.deps.jobRunner.isDown;
      }, SOON)
      .toBe(true);
    await jobs?.stop();
    jobs = undefined;
  });
});

it('renews the lock of a job that runs long', async () => {
  await addBlockedJob();
  const [first] = await locks();
  if (!first) throw new Error('the job is locked');
  await expect.poll(async () => (await locks())[0]?.getTime(), SOON).toBeGreaterThan(first.getTime());
  await outsider.query('rollback');
});

describe('a stop', () => {
  it('waits for the job that runs, and leaves no lock', async () => {
    const here = await buildPaymentFixture(shop);
    const hold = createHold();
    shop.bootpay.fail({ endpoint: 'receipt', hold });
    const body = { receipt_id: await here.pay(), order_id: here.row.order_number };
    await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
    await hold.untilArrived();
    const stopped = jobs?.stop();
    hold.release();
    await stopped;
    expect((await here.order()).status).toBe('confirmed');
    expect((await rows()).filter(({ locked_by }) => locked_by !== null)).toEqual([]);
  });

  it('releases the lock of a job that does not end in time, so that the next process runs it', async () => {
    const email = await addBlockedJob();
    await jobs?.stop(100);
    expect(await locks()).toEqual([]);
    await outsider.query('rollback');
    jobs = await startJobs(shop.deps);
    const mails = () => shop.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
    await expect.poll(mails, SOON).toEqual([{ kind: 'password_reset' }]);
  });
});
