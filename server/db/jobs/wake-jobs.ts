import { type Db, onCommit, type Trx } from '../transaction.ts';

/** Jobs whose work is in rows, which run as soon as there are any and also by the schedule. */
export const ROW_JOBS = [
  'handle_webhooks',
  'settle_due_receipts',
  'send_mails',
  'send_notices',
  'send_reset_links',
  'scan_attachments',
  'seal_letters',
  'send_pushes',
] as const;
export type RowJob = (typeof ROW_JOBS)[number];

type Wake = (name: RowJob) => void;

const runners = new WeakMap<Db, Wake>();

/** Has the runner of this process told about rows that are written through `db`. */
export function listenForWakes(db: Db, wake: Wake): void {
  runners.set(db, wake);
}

/**
 * Wakes a job of this process once the transaction is committed. A process that ends before, or
 * that runs no jobs, leaves its rows to the schedule.
 */
export function wakeAfterCommit(trx: Trx, name: RowJob): void {
  onCommit(trx, (db) => wakeSoon(db, name));
}

/** The same for a row that is committed already. */
export function wakeSoon(db: Db, name: RowJob): void {
  runners.get(db)?.(name);
}
