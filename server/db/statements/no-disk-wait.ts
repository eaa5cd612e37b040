import { sql } from 'kysely';

/**
 * A condition that always holds: the statement's transaction commits without waiting for the disk.
 * Only for a single statement that is a transaction of its own, and whose loss in a crash of
 * PostgreSQL loses nothing: what it changes is found again and done again (decision 065).
 */
export const NO_DISK_WAIT = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`;
