import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { isPermitted } from './permitted.ts';

/**
 * Returns which of the sessions are still valid, by the hash of the token in hexadecimal, and
 * whether their user may read all conversations. Extends none, because an open connection is no
 * activity of its user.
 */
export async function findSessions(
  db: Db,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<ReadonlyMap<string, { isAdmin: boolean }>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.token_hash', isPermitted('consultations').as('is_staff')])
    // One parameter: the text of the statement is the same for any number of them.
    .where('sessions.token_hash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.token_hash.toString('hex'), { isAdmin: row.is_staff }]));
}
