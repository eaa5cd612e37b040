import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';
import { startJobs } from './scheduler.ts';

const SOCKETS = '/proc/net/tcp';
/** Linux lists these as hexadecimal numbers; the time of a timer in hundredths of a second. */
const ESTABLISHED = '01';
const KEEP_ALIVE = '02';
const FIRST_QUESTION = 5 * 100;
/** All that run at the same time. */
const WORKERS = 6;
const EVENTUALLY = { timeout: 60_000, interval: 100 };

const shop = await setUpTestApp({ env: { LOG_LEVEL: 'silent' } });
/** Past the proxy. */
const outsider = new pg.Client(shop.deps.database.connection);
let proxy: StallingProxy;
let jobs: Awaited<ReturnType<typeof startJobs>>;
beforeAll(async () => {
  await outsider.connect();
  proxy = await startStallingProxy(shop.deps.database.connection);
  jobs = await startJobs({ ...shop.deps, database: { connection: proxy.connection } });
});
afterAll(async () => {
  await jobs.stop();
  await outsider.end();
  await proxy.close();
});

async function addJob(): Promise<string> {
  const { rows } = await outsider.query(
    `select id::text from graphile_worker.add_job('fold_order_changes', max_attempts := 25)`,
  );
  return rows[0].id;
}

/** The job, if it has not run yet. */
async function left(id: string): Promise<object[]> {
  return (await outsider.query('select last_error from graphile_worker.jobs where id = $1', [id])).rows;
}

/** Processes that PostgreSQL has for the jobs. */
async function backends(): Promise<{ isListening: boolean; isWaiting: boolean }[]> {
  const { rows } = await outsider.query<{ isListening: boolean; isWaiting: boolean }>(
    `select query like 'LISTEN %' as "isListening", wait_event_type is not distinct from 'Lock' as "isWaiting"
     from pg_stat_activity where application_name = 'shop jobs' and datname = current_database()`,
  );
  return rows;
}

/**
 * What the system will do next for each connection of the jobs: the kind of its timer, and when it
 * ends.
 */
function timers(): { kind: string; rest: number }[] {
  const remote = `:${Number(proxy.connection.port).toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync(SOCKETS, 'utf8').trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to = '', status]) => to.endsWith(remote) && status === ESTABLISHED)
    .map(([, , , , , timer = '']) => {
      const [kind = '', rest = ''] = timer.split(':');
      return { kind, rest: Number.parseInt(rest, 16) };
    });
}

it.skipIf(!existsSync(SOCKETS))(
  'has the system ask after five seconds of silence whether PostgreSQL is there, also where it only listens',
  async () => {
    await expect.poll(async () => (await backends()).some(({ isListening }) => isListening), EVENTUALLY).toBe(true);
    // A connection that has just sent something has another timer first.
    await expect.poll(() => new Set(timers().map(({ kind }) => kind)), EVENTUALLY).toEqual(new Set([KEEP_ALIVE]));
    for (const { rest } of timers()) expect(rest).toBeLessThanOrEqual(FIRST_QUESTION);
  },
);

it('continues with new connections once all of its own are dead without an error', { timeout: 150_000 }, async () => {
  await outsider.query('begin; lock table password_resets in access exclusive mode');
  for (let worker = 0; worker < WORKERS; worker += 1) {
    const { email } = await shop.buildUser({ email: `waits${worker}@example.com` });
    const payload = { email, requestId: randomUUID() };
    await shop.deps.database.pool.query(`select graphile_worker.add_job('send_reset_links', $1)`, [payload]);
  }
  const waiting = async () => (await backends()).filter(({ isWaiting }) => isWaiting).length;
  await expect.poll(waiting, EVENTUALLY).toBe(WORKERS);
  proxy.stall();
  await outsider.query('commit');
  const id = await addJob();
  // Each worker gives up its statement after 17 seconds without an answer.
  await expect.poll(() => left(id), EVENTUALLY).toEqual([]);
  expect(shop.deps.jobRunner.isDown).toBe(false);
});
