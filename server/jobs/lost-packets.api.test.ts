import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SECOND_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { LOOK_OFTEN, makeJobsDue, readJob } from '#tests/support/jobs/due-jobs.ts';
import { type StallingProxy, startStallingProxy } from '#tests/support/providers/stalling-proxy.ts';
import { startJobs } from './scheduler.ts';

const SOCKETS = '/proc/net/tcp';
/** Linux lists these as hexadecimal numbers; the time of a timer in hundredths of a second. */
const ESTABLISHED = '01';
const KEEP_ALIVE = '02';
const FIRST_QUESTION = 5 * 100;
const EVENTUALLY = { timeout: 60_000, interval: 100 };

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
const shop = await setUpTestApp({ env: { LOG_LEVEL: 'silent' } });
/** Past the proxy. */
const outsider = new pg.Client(shop.deps.database.connection);
let proxy: StallingProxy;
let jobs: Awaited<ReturnType<typeof startJobs>>;
beforeAll(async () => {
  await outsider.connect();
  proxy = await startStallingProxy(shop.deps.database.connection);
  jobs = await startJobs({ ...shop.deps, database: { connection: proxy.connection } }, LOOK_OFTEN);
});
afterAll(async () => {
  await jobs.stop();
  await outsider.end();
  await proxy.close();
  vi.useRealTimers();
});

/** Processes that PostgreSQL has for the jobs. The outsider would see the same ones until its transaction ends. */
async function backends(): Promise<{ isWaiting: boolean }[]> {
  const { rows } = await shop.deps.database.pool.query<{ isWaiting: boolean }>(
    `select wait_event_type is not distinct from 'Lock' as "isWaiting"
     from pg_stat_activity where application_name = 'shop jobs' and datname = current_database()`,
  );
  return rows;
}

/** Returns what the system will do next for each connection of the jobs: the kind of its timer, and when it ends. */
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
  'has the system ask after five seconds of silence whether PostgreSQL is there',
  async () => {
    await expect.poll(async () => (await backends()).length, EVENTUALLY).toBeGreaterThan(0);
    // A connection that has just sent something has another timer first.
    await expect.poll(() => new Set(timers().map(({ kind }) => kind)), EVENTUALLY).toEqual(new Set([KEEP_ALIVE]));
    for (const { rest } of timers()) expect(rest).toBeLessThanOrEqual(FIRST_QUESTION);
  },
);

it('continues with new connections once all of its own are dead without an error', { timeout: 300_000 }, async () => {
  await outsider.query('begin; lock table reset_requests in access exclusive mode');
  await makeJobsDue(shop.deps.database.pool, 'send_reset_links');
  const waiting = async () => (await backends()).filter(({ isWaiting }) => isWaiting).length;
  await expect.poll(waiting, EVENTUALLY).toBeGreaterThan(0);
  proxy.stall();
  await outsider.query('commit');
  await makeJobsDue(outsider, 'remind_callbacks');
  // A statement without an answer is given up after 17 seconds, which pass ten times as fast.
  const passing = { timeout: 180_000, interval: 100 };
  const isDue = async () => {
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    return (await readJob(outsider, 'remind_callbacks'))?.is_due;
  };
  await expect.poll(isDue, passing).toBe(false);
  // Idle connections are dead too: each costs one look its 17 seconds.
  const isDown = async () => {
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    return shop.deps.jobRunner.isDown;
  };
  await expect.poll(isDown, passing).toBe(false);
});
