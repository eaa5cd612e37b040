import type { FastifyBaseLogger } from 'fastify';
import type { WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';

const RENEW_EVERY_MS = 5 * SECOND_MS;
/** A lock that was not renewed for this long belongs to a dead process. */
const LOCK_MS = 45 * SECOND_MS;
/**
 * After an outage of the database every process renews its own locks before any process releases
 * those of others.
 */
const RENEWALS_BEFORE_RELEASE = 3;

export type JobLocks = {
  /** Releases all locks of this runner, also of jobs that still run. */
  release: () => Promise<void>;
  /** Ends the renewing. */
  close: () => void;
};

/**
 * Releases the locks that match: a job with attempts left runs again, any other is dropped. Returns
 * their tasks.
 */
async function releaseLocks(pool: Pool, condition: string, value: unknown): Promise<string[]> {
  const { rows } = await pool.query<{ task: string }>(
    `with lost as (
      select id, task_id, attempts < max_attempts as is_repeatable from graphile_worker._private_jobs
      where ${condition} for update skip locked
    ), repeated as (
      update graphile_worker._private_jobs as jobs
      set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      from lost where jobs.id = lost.id and lost.is_repeatable
    ), dropped as (
      delete from graphile_worker._private_jobs as jobs using lost where jobs.id = lost.id and not lost.is_repeatable
    )
    select tasks.identifier as task from lost join graphile_worker._private_tasks as tasks on tasks.id = lost.task_id`,
    [value],
  );
  return rows.map(({ task }) => task);
}

/**
 * Renews the locks of the jobs that run here and releases those that no process renews.
 * graphile-worker alone would keep a job of a killed process locked for four hours (decision 023).
 * `events` are those of the runner.
 */
export function keepLocks(pool: Pool, events: WorkerEvents, log: FastifyBaseLogger): JobLocks {
  const running = new Set<string>();
  let runnerId = '';
  let renewals = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  events.on('pool:create', ({ workerPool }) => {
    runnerId = workerPool.id;
  });
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => running.delete(job.id));

  async function renew(): Promise<void> {
    await pool.query(
      'update graphile_worker._private_jobs set locked_at = now() where locked_by = $1 and id = any ($2::bigint[])',
      [runnerId, [...running]],
    );
    renewals += 1;
    if (renewals <= RENEWALS_BEFORE_RELEASE) return;
    const tasks = await releaseLocks(pool, `locked_at < now() - make_interval(secs => $1)`, LOCK_MS / SECOND_MS);
    if (tasks.length > 0) log.warn({ tasks }, 'expired job locks released');
  }

  function schedule(): void {
    if (isClosed) return;
    timer = setTimeout(() => void step(), RENEW_EVERY_MS);
    timer.unref();
  }

  async function step(): Promise<void> {
    try {
      await renew();
    } catch (error) {
      renewals = 0;
      if (!isClosed) log.warn({ err: error }, 'job locks not renewed');
    }
    schedule();
  }

  schedule();
  return {
    async release() {
      const tasks = await releaseLocks(pool, 'locked_by = $1', runnerId);
      if (tasks.length > 0) log.warn({ tasks }, 'job locks released');
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
