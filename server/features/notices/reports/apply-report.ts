import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { MAX_AGE_MS } from './report-signature.ts';

/** Maximum of references read from one report; the regular status checks cover the rest. */
const MAX_REFERENCES = 200;
/** Prefix of the rows in `rate_limits` that hold used signatures. */
const SIGNATURE_KEY = 'alimtalk-report:';
/** Longer than a signature can be used: its time may differ by five minutes either way. */
const KEPT_MS = 2 * MAX_AGE_MS + MINUTE_MS;

/** A report that was checked. Without a signature of its own it can be used again. */
type Report = { references: readonly string[]; signature?: string };

/**
 * Marks the messages that a report names as due, so that the job reads their state from the
 * provider: the report itself is never believed (contract §7). Unknown references are ignored.
 * Returns false for a report whose signature was used before.
 */
export function applyReport(
  { db, clock }: Pick<NoticeDeps, 'db' | 'clock'>,
  { references, signature }: Report,
): Promise<boolean> {
  const now = clock.now();
  return transaction(db, async (trx) => {
    if (signature !== undefined && !(await consumeSignature(trx, signature, now))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('notices')
      .set({ due_at: now })
      .where(sql<boolean>`provider_ref = any(${references.slice(0, MAX_REFERENCES)})`)
      .where('notices.state', '=', 'sent')
      .where('notices.due_at', '>', now)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) wakeAfterCommit(trx, 'send_notices');
    return true;
  });
}

/** Returns whether the signature was not used before. */
async function consumeSignature(trx: Trx, signature: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('rate_limits')
    .values({ key: `${SIGNATURE_KEY}${signature}`, points: 1, expire: now.getTime() + KEPT_MS })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
