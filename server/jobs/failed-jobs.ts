import type { Task, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** Another instance may have left failed runs, so each looks for them at most this often. */
const LOOK_AGAIN_MS = MINUTE_MS;

/**
 * Deletes the failed runs of a task once a later run succeeds: a repeated task does what the failed
 * run left undone. Tasks that are not repeated have a payload of their own, so their failed runs
 * stay.
 */
export function deletingFailedRuns(db: Db, tasks: TaskList, repeated: ReadonlySet<string>): TaskList {
  const wrap = ([name, task]: [string, Task | undefined]): [string, Task | undefined] => [
    name,
    task && repeated.has(name) ? deletingAfterSuccess(db, name, task) : task,
  ];
  return Object.fromEntries(Object.entries(tasks).map(wrap));
}

function deletingAfterSuccess(db: Db, name: string, task: Task): Task {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return async (payload, helpers) => {
    try {
      await task(payload, helpers);
    } catch (error) {
      lookedAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
    if (performance.now() - lookedAtMs < LOOK_AGAIN_MS) return;
    lookedAtMs = performance.now();
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where task_identifier = ${name} and attempts >= max_attempts and locked_at is null
          and id < ${helpers.job.id}))`.execute(db);
  };
}
