import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';

/** A process that did not renew a lease for this long no longer runs the job. */
const LEASE_MS = 30 * SECOND_MS;
const FIRST_RETRY_MS = 30 * SECOND_MS;
const LAST_RETRY_MS = 60 * MINUTE_MS;
const MAX_ERROR_LENGTH = 300;

/** When a job runs: every `everyMs`, counted from midnight UTC plus `offsetMs`. */
export type Schedule = { everyMs: number; offsetMs: number };

/** A job that this process took, and since when it was due. */
export type DueJob = { name: string; dueAt: string };

/** Adds the kinds that have no row yet. They are due at once. */
export async function addMissingJobs(db: Db, names: readonly string[]): Promise<void> {
  await sql`insert into jobs (name) select unnest(${names}::text[]) on conflict do nothing`.execute(db);
}

/**
 * Renews the leases of the jobs that run in this process and takes those that are due and that no
 * living process runs. Returns the taken ones. Uses the clock of the database alone.
 */
export async function takeDueJobs(
  db: Db,
  runner: string,
  { known, running }: { known: readonly string[]; running: readonly string[] },
): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`
    with renewed as (
      update jobs set leased_until = now() + ${LEASE_MS} * interval '1 millisecond'
      where leased_by = ${runner}::uuid and name = any(${running}::text[])
    )
    update jobs set leased_by = ${runner}::uuid, leased_until = now() + ${LEASE_MS} * interval '1 millisecond'
    where name in (
      select name from jobs
      where due_at <= now() and (leased_until is null or leased_until <= now())
        and name = any(${known}::text[]) and name <> all(${running}::text[])
      for update skip locked)
    returning name, due_at::text as "dueAt"`.execute(db);
  return rows;
}

/**
 * Ends a run: the job is due at its next time, after an error within half a minute, then 1, 2, 4 …
 * minutes, but never later than by its schedule. A job that was made due during its run stays due.
 * Writes nothing when another process took the job.
 */
export async function endJob(
  db: Db,
  runner: string,
  { due, schedule, error }: { due: DueJob; schedule: Schedule; error: string | undefined },
): Promise<void> {
  const every = schedule.everyMs / SECOND_MS;
  const offset = schedule.offsetMs / SECOND_MS;
  const next = sql`to_timestamp((floor((extract(epoch from now()) - ${offset}) / ${every}) + 1) * ${every} + ${offset})`;
  const retry = sql`now() + least(${FIRST_RETRY_MS} * power(2, least(failures, 20)), ${LAST_RETRY_MS}) * interval '1 millisecond'`;
  await sql`
    update jobs set leased_by = null, leased_until = null, ended_at = now(),
      due_at = case when due_at = ${due.dueAt}::timestamptz
        then ${error === undefined ? next : sql`least(${next}, ${retry})`} else due_at end,
      failures = ${error === undefined ? sql`0` : sql`failures + 1`},
      last_error = ${(error ?? '').slice(0, MAX_ERROR_LENGTH)}
    where name = ${due.name} and leased_by = ${runner}::uuid`.execute(db);
}

/** Makes the jobs that this process could not end due for the next process. */
export async function giveBackJobs(db: Db, runner: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update jobs set leased_by = null, leased_until = null, due_at = now()
    where leased_by = ${runner}::uuid returning name`.execute(db);
  return rows.map(({ name }) => name);
}
