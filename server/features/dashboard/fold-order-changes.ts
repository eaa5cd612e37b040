import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * Aggregates order changes since the last run, so that statistics stay fast to read (decision 015).
 */
export async function foldOrderChanges(db: Db): Promise<void> {
  await sql`select fold_order_changes()`.execute(db);
}
