import { sql } from 'kysely';

/**
 * A condition that is always true and makes the transaction of the statement commit without waiting
 * for the disk. Only for a single statement that is its own transaction, and whose loss in a crash
 * of PostgreSQL does no harm, because the work is found and repeated (decision 065).
 */
export const NO_DISK_WAIT = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;
