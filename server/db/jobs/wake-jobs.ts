import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { type Db, onCommit, type Trx } from '../transaction.ts';
import { addJobs, type JobName } from './enqueue.ts';

/** Jobs that find their work in rows, and that the schedule runs every minute as well. */
export type RowJob = Extract<JobName, 'send_mails' | 'send_notices' | 'handle_webhooks'>;

/**
 * How long the first waits for others: a mail takes longer anyway, and most webhooks repeat what
 * the buyer's call confirms.
 */
const GATHER_MS = 250;

const waiting = new WeakMap<Db, Set<RowJob>>();

/** Without the async context of the call whose commit came first: its trace and deadline end before. */
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
  const names = waiting.get(db);
  if (names) {
    names.add(name);
    return;
  }
  const gathered = new Set([name]);
  waiting.set(db, gathered);
  outsideOfCalls(() => {
    setTimeout(() => {
      waiting.delete(db);
      void wake(db, gathered);
    }, GATHER_MS).unref();
  });
}

async function wake(db: Db, names: ReadonlySet<RowJob>): Promise<void> {
  try {
    await sql`select from ${addJobs([...names])}`.execute(db);
  } catch {
    // Without a database no job runs either; the schedule follows.
  }
}
