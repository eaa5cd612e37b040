import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { type Db, onCommit, type Trx } from '../transaction.ts';
import { addJobs, type JobName } from './enqueue.ts';

/** Jobs that read their work from rows, and that the schedule also runs every minute. */
export type RowJob = Extract<JobName, 'send_mails' | 'send_notices' | 'handle_webhooks'>;

/**
 * How long wake-ups are collected. A mail takes longer anyway, and most webhooks repeat what the
 * buyer's call confirms. A message to a phone takes seconds, and each run of its job looks for new
 * events and for messages of two channels, for one message or for fifty.
 */
const GATHER_MS: Readonly<Record<RowJob, number>> = { handle_webhooks: 250, send_mails: 250, send_notices: 1000 };

/** Jobs to wake, by the time for which they are collected. */
const waiting = new WeakMap<Db, Map<number, Set<RowJob>>>();

/** Runs outside of the async context of the first call, whose trace and deadline end earlier. */
const outsideOfCalls = AsyncLocalStorage.snapshot();

/**
 * Wakes a job once the transaction is committed, together with what other transactions wake at
 * about the same time: enqueueing notifies, and commits that notify queue behind one lock of the
 * whole server (decision 011). A process that ends before leaves its rows to the schedule.
 */
export function wakeAfterCommit(trx: Trx, name: RowJob): void {
  onCommit(trx, (db) => wakeSoon(db, name));
}

/** The same for a row that is committed already. */
export function wakeSoon(db: Db, name: RowJob): void {
  const gatherMs = GATHER_MS[name];
  const gatherings = waiting.get(db) ?? new Map<number, Set<RowJob>>();
  waiting.set(db, gatherings);
  const names = gatherings.get(gatherMs);
  if (names) {
    names.add(name);
    return;
  }
  const gathered = new Set([name]);
  gatherings.set(gatherMs, gathered);
  outsideOfCalls(() => {
    setTimeout(() => {
      gatherings.delete(gatherMs);
      void wake(db, gathered);
    }, gatherMs).unref();
  });
}

async function wake(db: Db, names: ReadonlySet<RowJob>): Promise<void> {
  try {
    await sql`select from ${addJobs([...names])}`.execute(db);
  } catch {
    // Without a database no job runs either; the schedule follows.
  }
}
