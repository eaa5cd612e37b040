import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Db } from '#server/db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { withRootSpan } from '#server/lib/tracing/tracing.ts';
import { addMissingJobs, type DueJob, endJob, giveBackJobs, type Schedule, takeDueJobs } from './job-table.ts';

const LOOK_EVERY_MS = 5 * SECOND_MS;
/** Failed looks in a row after which the process is not ready: its jobs do not run. */
const MOST_FAILED_LOOKS = 3;
/** Wake-ups of one kind are gathered: one run serves the rows of many commits. */
const GATHER_MS = 250;
const LONGEST_RUN_MS = 10 * MINUTE_MS;
const END_RETRY_MS = SECOND_MS;

/** A kind of work. Every kind must bear two runs at once: a lease may end while its run goes on. */
export type Job = Schedule & {
  /** Runs of this process at the same time, 1 unless given. */
  parallel?: number;
  /**
   * A run that takes longer has its signal aborted and counts as failed, and the job may run elsewhere. Ten
   * minutes unless given.
   */
  longestMs?: number;
  run: (options: { signal: AbortSignal }) => Promise<unknown>;
};

/** State of the runner for the rest of the process. */
export type JobRunnerState = { isDown: boolean };

export type JobRunner = {
  /** Runs the job of this process soon. Its failure is logged; the schedule repeats it. */
  wake: (name: string) => void;
  /**
   * Starts no further run, aborts the signals of those that run and waits for them; after
   * `patienceMs` it makes their jobs due for another process. Returns whether all ended in time.
   */
  stop: (patienceMs: number) => Promise<boolean>;
};

type Settings = {
  /** Connections that nothing else uses. */
  db: Db;
  log: FastifyBaseLogger;
  state: JobRunnerState;
  jobs: Readonly<Record<string, Job>>;
  lookEveryMs?: number | undefined;
};

/** Runs outside of the context of a call, whose trace and deadline end earlier. */
const outsideOfCalls = AsyncLocalStorage.snapshot();

/**
 * Runs of one job in this process. A call while all runs are under way causes one more after them,
 * shared by all such calls, so that no wake-up is lost.
 */
function createRuns(
  name: string,
  { run, parallel = 1, longestMs = LONGEST_RUN_MS }: Job,
  signal: AbortSignal,
): () => Promise<void> {
  const limit = pLimit(parallel);
  let next: Promise<void> | undefined;
  return () => {
    next ??= limit(async () => {
      next = undefined;
      if (signal.aborted) return;
      const tooLong = AbortSignal.timeout(longestMs);
      const running = withRootSpan(`job ${name}`, {}, () => run({ signal: AbortSignal.any([signal, tooLong]) }));
      const failing = once(tooLong, 'abort').then(() => Promise.reject(new Error('the run takes too long')));
      await Promise.race([running, failing]);
    });
    return next;
  };
}

/** Runs the jobs by their schedule, each in one of the processes, and when they are woken. */
export async function startJobRunner(settings: Settings): Promise<JobRunner> {
  const { db, log, state, jobs, lookEveryMs = LOOK_EVERY_MS } = settings;
  const id = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const runs = new Map(Object.entries(jobs).map(([name, job]) => [name, createRuns(name, job, signal)]));
  const leased = new Map<string, Promise<void>>();
  const woken = new Map<string, NodeJS.Timeout>();
  const wokenRuns = new Set<Promise<void>>();

  /** Writes the end of a run until the database answers: an unwritten end repeats the run. */
  async function writeEnd(due: DueJob, schedule: Schedule, error: string | undefined): Promise<void> {
    for (;;) {
      try {
        return await endJob(db, id, { due, schedule, error });
      } catch (reason) {
        if (signal.aborted) return;
        log.warn({ err: reason, job: due.name }, 'end of a job not written, repeating');
        await delay(END_RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }

  async function runLeased(due: DueJob, schedule: Schedule, run: () => Promise<void>): Promise<void> {
    let error: string | undefined;
    try {
      await run();
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason);
      log.error({ err: reason, job: due.name }, 'job failed');
      if (signal.aborted) return;
    }
    await writeEnd(due, schedule, error);
  }

  async function look(): Promise<void> {
    const taken = await takeDueJobs(db, id, { known: [...runs.keys()], running: [...leased.keys()] });
    for (const due of taken) {
      const [job, run] = [jobs[due.name], runs.get(due.name)];
      if (!job || !run) continue;
      const running = runLeased(due, job, run).finally(() => leased.delete(due.name));
      leased.set(due.name, running);
    }
  }

  async function lookRepeatedly(): Promise<void> {
    for (let failed = 0; !signal.aborted; ) {
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        await look();
        failed = 0;
      } catch (error) {
        failed += 1;
        log.warn({ err: error }, 'due jobs not read');
      }
      state.isDown = failed >= MOST_FAILED_LOOKS;
    }
  }

  await addMissingJobs(db, [...runs.keys()]);
  await look();
  state.isDown = false;
  const looking = lookRepeatedly();

  return {
    wake(name) {
      const run = runs.get(name);
      if (!run || woken.has(name) || signal.aborted) return;
      outsideOfCalls(() => {
        const timer = setTimeout(() => {
          woken.delete(name);
          const running = run().catch((error: unknown) => log.error({ err: error, job: name }, 'job failed'));
          wokenRuns.add(running);
          void running.finally(() => wokenRuns.delete(running));
        }, GATHER_MS);
        woken.set(name, timer.unref());
      });
    },
    async stop(patienceMs) {
      stopping.abort();
      for (const timer of woken.values()) clearTimeout(timer);
      const ended = Promise.all([looking, ...leased.values(), ...wokenRuns]).then(() => true);
      const isInTime = await Promise.race([ended, delay(patienceMs, false, { ref: false })]);
      if (!isInTime) log.warn({ jobs: [...leased.keys()] }, 'jobs still run at the end of the stop');
      await giveBackJobs(db, id).catch((error: unknown) => log.warn({ err: error }, 'jobs not given back'));
      return isInTime;
    },
  };
}
