import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { STAFF_PERMISSIONS, type StaffPermission } from '#shared/features/events/stream-events.ts';
import { isPermitted } from './permitted.ts';

/**
 * Returns which of the sessions are still valid, by the hash of the token in hexadecimal, with the permissions of their
 * user that events are sent by. Extends none, because an open connection is no activity of its user.
 */
export async function findSessions(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, readonly StaffPermission[]>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.token_hash', ...STAFF_PERMISSIONS.map((name) => isPermitted(name).as(name))])
    // One parameter: the text of the statement is the same for any number of them.
    .where('sessions.token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [row.token_hash.toString('hex'), STAFF_PERMISSIONS.filter((permission) => row[permission])]),
  );
}
