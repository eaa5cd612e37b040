import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * Aggregates the changes of orders and accounts since the last run, so that statistics stay fast to
 * read (decisions 015 and 060).
 */
export async function foldOrderChanges(db: Db): Promise<void> {
  await sql`select fold_order_changes(), fold_account_changes()`.execute(db);
}
