import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Sums up what orders have changed since the last time, so that the statistics stay quick to read (decision 015). */
export async function foldOrderChanges(db: Db): Promise<void> {
  await sql`select fold_order_changes()`.execute(db);
}
