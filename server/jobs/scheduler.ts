import type { FastifyBaseLogger } from 'fastify';
import { type OpenDatabase, openDatabase } from '#server/db/connection.ts';
import { listenForWakes, ROW_JOBS } from '#server/db/jobs/wake-jobs.ts';
import type { Db } from '#server/db/transaction.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { applyRetention } from '#server/registry/apply-retention.ts';
import type { JobParts } from '#server/registry/feature.ts';
import { FEATURES } from '#server/registry/features.ts';
import { type Job, type JobRunnerState, startJobRunner } from './job-runner.ts';
import { hourly, nightly } from './schedules.ts';

/** Connections of the jobs: more than the kinds that usually run at the same time. */
const POOL_SIZE = 8;
/** How long a shutdown waits for jobs; shorter than that of the whole process. */
const STOP_PATIENCE_MS = 8 * SECOND_MS;

/** Dependencies of the jobs. */
type JobDeps = Omit<JobParts, 'db'> & {
  log: FastifyBaseLogger;
  database: Pick<OpenDatabase, 'connection'>;
  jobRunner: JobRunnerState;
};

type Settings = {
  /** For tests; five seconds unless given. */
  lookEveryMs?: number;
};

/**
 * Runs the jobs on separate connections, so that requests and jobs never wait for each other. Each
 * job runs in one of the processes.
 */
export async function startJobs(
  deps: JobDeps,
  { lookEveryMs }: Settings = {},
): Promise<{ stop: (patienceMs?: number) => Promise<void> }> {
  let isStopping = false;
  const database = openDatabase({
    connection: deps.database.connection,
    poolSize: POOL_SIZE,
    applicationName: 'shop jobs',
    onConnectionLost(error) {
      if (!isStopping) deps.log.warn({ err: error }, 'database connection of the jobs lost');
    },
  });
  try {
    const runner = await startJobRunner({
      db: database.db,
      log: deps.log,
      state: deps.jobRunner,
      jobs: jobsOf(deps, database.db),
      lookEveryMs,
    });
    for (const db of [deps.payments.db, database.db]) listenForWakes(db, runner.wake);
    return {
      async stop(patienceMs = STOP_PATIENCE_MS) {
        isStopping = true;
        const isInTime = await runner.stop(patienceMs);
        const closed = database.close();
        // Interrupted jobs may hold connections; do not wait for them.
        if (isInTime) await closed;
        else closed.catch(() => {});
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The jobs of all features, and retention, which goes through them; on the jobs' own connections. */
function jobsOf(deps: JobDeps, db: Db): Record<string, Job> {
  const parts = {
    db,
    payments: { ...deps.payments, db },
    mail: { ...deps.mail, db },
    attachments: { ...deps.attachments, db },
    notices: { ...deps.notices, db },
    consultations: { ...deps.consultations, db },
    letters: { ...deps.letters, db },
    push: { ...deps.push, db },
  };
  const { clock } = parts.payments;
  const jobs: Record<string, Job> = {
    purge_expired: { ...hourly(17), run: ({ signal }) => applyRetention(db, clock.now(), { every: 'hour', signal }) },
    purge_aged: { ...nightly(17, 30), run: ({ signal }) => applyRetention(db, clock.now(), { every: 'day', signal }) },
  };
  for (const feature of FEATURES) Object.assign(jobs, feature.jobs?.(parts));
  for (const name of ROW_JOBS) if (!jobs[name]) throw new Error(`no feature has the job ${name}`);
  return jobs;
}
