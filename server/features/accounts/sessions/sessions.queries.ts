import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';

/** The sessions of an account that have not ended, the last used first. */
export function listSessions(db: DbOrTrx, userId: number, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'address', 'user_agent', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

/** False when the account has no such session. */
export async function deleteSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** With the pushes, which need no session: this browser is switched on again by its owner. */
export async function deleteOtherSessions(trx: Trx, userId: number, sessionId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', sessionId).execute();
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}
