import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenForWakes, type RowJob, wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import { transaction } from '#server/db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { LOOK_OFTEN, makeJobsDue, readJob } from '#tests/support/jobs/due-jobs.ts';
import { type Job, type JobRunner, startJobRunner } from './job-runner.ts';

const SOON = { interval: 20 };
const EVERY_MINUTE = { everyMs: MINUTE_MS, offsetMs: 0 };

const shop = await setUpTestApp({ env: { LOG_LEVEL: 'silent' } });
const { pool } = shop.deps.database;

const runners: JobRunner[] = [];
const state = { isDown: false };
async function start(jobs: Record<string, Job>): Promise<JobRunner> {
  const runner = await startJobRunner({ db: shop.db, log: shop.deps.log, state, jobs, ...LOOK_OFTEN });
  runners.push(runner);
  return runner;
}
beforeEach(async () => void (await pool.query('delete from jobs')));
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop(SECOND_MS);
});

/** A job that counts its runs and waits in each of them for `release`. */
function createHeldJob() {
  const runs = { begun: 0, ended: 0 };
  let gate = Promise.withResolvers<void>();
  const job: Job = {
    ...EVERY_MINUTE,
    async run() {
      runs.begun += 1;
      await gate.promise;
      runs.ended += 1;
    },
  };
  return {
    job,
    runs,
    release() {
      gate.resolve();
      gate = Promise.withResolvers<void>();
      gate.resolve();
    },
  };
}

describe('the schedule', () => {
  it('runs a due job in one of the processes, and again when its time has come', async () => {
    const ran: string[] = [];
    const jobOf = (name: string): Job => ({ ...EVERY_MINUTE, run: async () => void ran.push(name) });
    await start({ counted: jobOf('first') });
    await start({ counted: jobOf('second') });
    await expect.poll(() => ran.length, SOON).toBe(1);
    await expect.poll(() => readJob(pool, 'counted'), SOON).toMatchObject({ leased_by: null, is_due: false });
    await makeJobsDue(pool, 'counted');
    await expect.poll(() => ran.length, SOON).toBe(2);
  });

  it.each([
    ['every minute', EVERY_MINUTE],
    ['at a minute of each hour', { everyMs: 60 * MINUTE_MS, offsetMs: 17 * MINUTE_MS }],
    ['at a time of each day', { everyMs: 24 * 60 * MINUTE_MS, offsetMs: (18 * 60 + 40) * MINUTE_MS }],
  ])('plans the next run %s', async (_name, schedule) => {
    await start({ planned: { ...schedule, run: async () => {} } });
    const dueIn = async () => {
      const { rows } = await pool.query<{ due: Date; now: Date }>('select due_at as due, now() as now from jobs');
      return rows[0];
    };
    await expect.poll(async () => (await readJob(pool, 'planned'))?.is_due, SOON).toBe(false);
    const { due, now } = (await dueIn()) ?? { due: new Date(0), now: new Date(0) };
    expect((due.getTime() - schedule.offsetMs) % schedule.everyMs).toBe(0);
    expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(schedule.everyMs);
  });

  it('takes a job over whose process no longer renews its lease', async () => {
    const lease = "leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour'";
    await pool.query("insert into jobs (name) values ('orphan')");
    await pool.query(`update jobs set ${lease}`);
    const { job, runs, release } = createHeldJob();
    release();
    await start({ orphan: job, other: { ...EVERY_MINUTE, run: async () => {} } });
    await expect.poll(async () => (await readJob(pool, 'other'))?.is_due, SOON).toBe(false);
    expect(runs.begun).toBe(0);
    await pool.query("update jobs set leased_until = now() where name = 'orphan'");
    await expect.poll(() => runs.ended, SOON).toBe(1);
  });

  it('renews the lease of a job that runs long', async () => {
    const { job, runs, release } = createHeldJob();
    await start({ long: job });
    await expect.poll(() => runs.begun, SOON).toBe(1);
    await pool.query("update jobs set leased_until = now() + interval '1 second'");
    const left = `select extract(epoch from leased_until - now()) as seconds from jobs`;
    const seconds = async () => Number((await pool.query<{ seconds: string }>(left)).rows[0]?.seconds);
    await expect.poll(seconds, SOON).toBeGreaterThan(20);
    release();
  });

  it('goes on with other jobs while one hangs', async () => {
    const { job, runs, release } = createHeldJob();
    const others: string[] = [];
    await start({ hanging: job, other: { ...EVERY_MINUTE, run: async () => void others.push('ran') } });
    await expect.poll(() => runs.begun, SOON).toBe(1);
    await makeJobsDue(pool, 'hanging', 'other');
    await expect.poll(() => others.length, SOON).toBe(2);
    expect(runs.begun).toBe(1);
    release();
  });
});

describe('a job that fails', () => {
  it('keeps its error, is due again within half a minute, and counts as healed by a success', async () => {
    let isBroken = true;
    const run = async () => {
      if (isBroken) throw new Error('the provider is away');
    };
    await start({ failing: { everyMs: 24 * 60 * MINUTE_MS, offsetMs: 0, run } });
    await expect
      .poll(() => readJob(pool, 'failing'), SOON)
      .toMatchObject({ failures: 1, last_error: 'the provider is away', is_due: false });
    const wait = 'select extract(epoch from due_at - ended_at) as seconds from jobs';
    expect(Number((await pool.query(wait)).rows[0].seconds)).toBeLessThanOrEqual(30);
    await makeJobsDue(pool, 'failing');
    await expect.poll(() => readJob(pool, 'failing'), SOON).toMatchObject({ failures: 2 });
    expect(Number((await pool.query(wait)).rows[0].seconds)).toBeLessThanOrEqual(60);
    isBroken = false;
    await makeJobsDue(pool, 'failing');
    await expect.poll(() => readJob(pool, 'failing'), SOON).toMatchObject({ failures: 0, last_error: '' });
  });

  it('counts as failed when it takes too long, and its signal is aborted', async () => {
    let isAborted = false;
    const run: Job['run'] = ({ signal }) =>
      new Promise<void>((_resolve) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
      });
    await start({ endless: { ...EVERY_MINUTE, longestMs: 200, run } });
    await expect
      .poll(() => readJob(pool, 'endless'), SOON)
      .toMatchObject({ failures: 1, last_error: 'the run takes too long', leased_by: null });
    expect(isAborted).toBe(true);
  });
});

describe('waking', () => {
  /** A runner whose job was run once by the schedule. */
  async function startWoken() {
    const held = createHeldJob();
    const name: RowJob = 'send_mails';
    const runner = await start({ [name]: held.job });
    await expect.poll(() => held.runs.begun, SOON).toBe(1);
    listenForWakes(shop.db, runner.wake);
    return held;
  }
  const wake = (fails = false) =>
    transaction(shop.db, async (trx) => {
      wakeAfterCommit(trx, 'send_mails');
      if (fails) throw new Error('undone');
    });

  it('causes one run for many commits, after the run that is under way', async () => {
    const { runs, release } = await startWoken();
    await Promise.all(Array.from({ length: 20 }, () => wake()));
    release();
    await expect.poll(() => runs.ended, SOON).toBe(2);
    await wake();
    await expect.poll(() => runs.ended, SOON).toBe(3);
  });

  it('does not happen for a rollback', async () => {
    const { runs, release } = await startWoken();
    release();
    await expect(wake(true)).rejects.toThrow('undone');
    await wake();
    await expect.poll(() => runs.ended, SOON).toBe(2);
  });
});

describe('a stop', () => {
  it('waits for the job that runs', async () => {
    const { job, runs, release } = createHeldJob();
    const runner = await start({ slow: job });
    await expect.poll(() => runs.begun, SOON).toBe(1);
    const stopped = runner.stop(10 * SECOND_MS);
    release();
    expect(await stopped).toBe(true);
    expect(runs.ended).toBe(1);
    expect(await readJob(pool, 'slow')).toMatchObject({ leased_by: null, is_due: false });
  });

  it('makes a job due for another process that does not end in time', async () => {
    const { job, runs, release } = createHeldJob();
    const runner = await start({ slow: job });
    await expect.poll(() => runs.begun, SOON).toBe(1);
    expect(await runner.stop(50)).toBe(false);
    expect(await readJob(pool, 'slow')).toMatchObject({ leased_by: null, is_due: true });
    release();
  });
});

it('the process is not ready while its runner cannot read the due jobs', async () => {
  await start({});
  await pool.query('alter table jobs rename to jobs_away');
  try {
    await expect.poll(() => state.isDown, SOON).toBe(true);
  } finally {
    await pool.query('alter table jobs_away rename to jobs');
  }
  await expect.poll(() => state.isDown, SOON).toBe(false);
});
