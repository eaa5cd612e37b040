import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '../transaction.ts';

/** Every job by its name, with its payload. `server/jobs/scheduler.ts` runs them. */
export type Jobs = {
  handle_webhooks: undefined;
  settle_due_receipts: undefined;
  expire_pending_orders: undefined;
  fold_order_changes: undefined;
  send_reset_links: { email: string; requestId: string };
  send_mails: undefined;
  scan_attachments: undefined;
  remove_files: undefined;
  sweep_files: undefined;
  send_notices: undefined;
  remind_callbacks: undefined;
  end_holds: undefined;
  send_consultation_notices: undefined;
  lapse_proposals: undefined;
  compare_with_provider: undefined;
  purge_expired: undefined;
  purge_aged: undefined;
  seal_audit: undefined;
};
export type JobName = keyof Jobs;

type Options<Name extends JobName> = {
  /** 1 unless given: the schedule repeats most jobs anyway. */
  maxTries?: number;
  /** Delay of the first run; none unless given. */
  waitSeconds?: number;
} & (Jobs[Name] extends object ? { payload: Jobs[Name] } : { payload?: never });

type Argument<T> = object extends T ? [options?: T] : [options: T];

/** The function call that enqueues a job, for a statement that decides whether to. */
export function addJob<Name extends JobName>(name: Name, ...options: Argument<Options<Name>>): RawBuilder<unknown>;
export function addJob(
  name: JobName,
  { maxTries = 1, waitSeconds, payload }: { maxTries?: number; waitSeconds?: number; payload?: object } = {},
): RawBuilder<unknown> {
  const given = payload ? sql`, payload := ${JSON.stringify(payload)}::json` : sql``;
  const runAt = waitSeconds === undefined ? sql`` : sql`, run_at := now() + make_interval(secs => ${waitSeconds})`;
  return sql`graphile_worker.add_job(${sql.lit(name)}, max_attempts := ${sql.lit(maxTries)}${given}${runAt})`;
}

/**
 * The function call that enqueues several jobs without payload at once: a call for each costs
 * milliseconds each.
 */
export function addJobs(names: readonly JobName[]): RawBuilder<unknown> {
  return sql`graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, json_build_object('identifier', name, 'max_attempts', 1))
    from unnest(${names}::text[]) as name)) as added`;
}

/** Enqueues a job; in a transaction it starts after the commit. */
export async function enqueue<Name extends JobName>(
  db: DbOrTrx,
  name: Name,
  ...options: Argument<Options<Name>>
): Promise<void> {
  await sql`select from ${addJob(name, ...options)}`.execute(db);
}
