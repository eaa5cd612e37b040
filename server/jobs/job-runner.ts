import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, type Runner, type RunnerOptions, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { SECOND_MS } from '#server/lib/time.ts';
import { type JobLocks, keepLocks } from './job-locks.ts';
import { createQueuePool, type QueuePool } from './queue-pool.ts';

const FIRST_WAIT_MS = SECOND_MS;
const MOST_WAIT_MS = 30 * SECOND_MS;
/**
 * A runner that ends by itself waits for its jobs. One job that hangs must not keep all others from
 * running.
 */
const END_PATIENCE_MS = 30 * SECOND_MS;

/** State of the runner for the rest of the process. */
export type JobRunnerState = {
  /**
   * No jobs run in this process: the runner has not started yet, or has ended by itself and is
   * being restarted.
   */
  isDown: boolean;
};

export type JobRunner = {
  /**
   * Starts no further job, aborts the signals of those that run and waits for them; after
   * `patienceMs` it releases their locks instead. Returns whether all jobs ended in time.
   */
  stop: (patienceMs: number) => Promise<boolean>;
};

type Settings = {
  /** Connections that nothing else uses. */
  pool: Pool;
  log: FastifyBaseLogger;
  state: JobRunnerState;
  jobs: Pick<RunnerOptions, 'concurrency' | 'taskList' | 'parsedCronItems'>;
};

/** One run of the runner of graphile-worker. */
type Run = { runner: Runner; queue: QueuePool; locks: JobLocks; ended: Promise<unknown> };

/** The message alone: the other fields hold the job's payload, such as an e-mail address. */
function workerLogger(log: FastifyBaseLogger): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}

async function startRun({ pool, log, jobs }: Settings, onEnding: () => void): Promise<Run> {
  const events: WorkerEvents = new EventEmitter();
  const queue = createQueuePool(pool, log);
  const locks = keepLocks(pool, events, log);
  const patience = Promise.withResolvers<void>();
  events.once('pool:create', () => queue.startRepeating());
  events.once('pool:gracefulShutdown', () => {
    onEnding();
    setTimeout(patience.resolve, END_PATIENCE_MS).unref();
  });
  try {
    const runner = await run({
      ...jobs,
      pgPool: queue.pool,
      events,
      // The process decides when it stops, so that requests end before the database goes away.
      noHandleSignals: true,
      // Jobs see a stop at once: they have a few seconds to finish the item in hand.
      gracefulShutdownAbortTimeout: 0,
      logger: workerLogger(log),
    });
    return { runner, queue, locks, ended: Promise.race([runner.promise, patience.promise]) };
  } catch (error) {
    locks.close();
    throw error;
  }
}

/**
 * Runs the jobs, and starts graphile-worker's runner again whenever it ends by itself.
 * @throws when the first start fails
 */
export async function startJobRunner(settings: Settings): Promise<JobRunner> {
  const { log, state } = settings;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  function start(): Promise<Run> {
    return startRun(settings, () => {
      if (!isStopping()) state.isDown = true;
    });
  }

  async function untilEnded({ ended, queue, locks }: Run): Promise<void> {
    try {
      await ended;
      if (!isStopping()) log.error('job runner ended');
    } catch (error) {
      if (!isStopping()) log.error({ err: error }, 'job runner ended');
    }
    queue.close();
    locks.close();
    await locks.release().catch((error: unknown) => {
      if (!isStopping()) log.warn({ err: error }, 'job locks not released');
    });
  }

  async function restart(): Promise<Run | undefined> {
    state.isDown = true;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MOST_WAIT_MS)) {
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (isStopping()) return undefined;
      try {
        const run = await start();
        state.isDown = false;
        log.info('job runner restarted');
        return run;
      } catch (error) {
        log.error({ err: error }, 'job runner not restarted');
      }
    }
  }

  let current: Run | undefined = await start();
  state.isDown = false;

  async function supervise(): Promise<void> {
    while (current) {
      await untilEnded(current);
      current = undefined;
      if (isStopping()) return;
      current = await restart();
      if (isStopping()) await current?.runner.stop();
    }
  }

  const supervised = supervise();
  return {
    async stop(patienceMs) {
      stopping.abort();
      const run = current;
      run?.queue.close();
      run?.runner.stop().catch(() => {});
      const isInTime = await Promise.race([supervised.then(() => true), delay(patienceMs, false, { ref: false })]);
      if (!isInTime) {
        log.warn('jobs still run at the end of the stop');
        await run?.locks.release().catch((error: unknown) => log.warn({ err: error }, 'job locks not released'));
      }
      return isInTime;
    },
  };
}
