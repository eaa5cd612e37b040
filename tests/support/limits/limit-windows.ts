import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/**
 * Moves the windows of all limits `ms` into the past, as if that time had passed: limits are counted
 * by the database's clock, which tests do not set. Without `ms` all windows end.
 */
export async function endLimitWindows(db: Db, ms?: number): Promise<void> {
  if (ms === undefined) await db.deleteFrom('rate_limits').execute();
  else await sql`update rate_limits set expire = expire - ${ms}::bigint`.execute(db);
}
