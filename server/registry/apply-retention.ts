import type { Db } from '#server/db/transaction.ts';
import { type RetentionRule, ROWS_AT_ONCE } from '#server/registry/retention-rule.ts';
import { RETENTION } from './features.ts';

type Options = {
  /** Only the rules of this interval; all by default. */
  every?: RetentionRule['every'];
  /** Stops between two statements. */
  signal?: AbortSignal | undefined;
};

/** Deletes and erases what is past its period; returns the number of rows by rule. */
export async function applyRetention(
  db: Db,
  now: Date,
  { every, signal }: Options = {},
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const rule of RETENTION) {
    if (every !== undefined && rule.every !== every) continue;
    let total = 0;
    let latest = ROWS_AT_ONCE;
    while (latest === ROWS_AT_ONCE && !signal?.aborted) {
      latest = await rule.apply(db, now);
      total += latest;
    }
    counts[rule.data] = total;
  }
  return counts;
}

/** Counts what `applyRetention` would delete or erase, without changing anything. */
export async function countOverdue(db: Db, now: Date): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const rule of RETENTION) counts[rule.data] = await rule.count(db, now);
  return counts;
}
