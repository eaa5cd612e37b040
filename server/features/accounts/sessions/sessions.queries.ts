import { type Db, type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';

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

/**
 * Ends a session of an account with the pushes to its browser, and those that no open session has switched on: they
 * may be of that browser, too. False when the account has no such session.
 */
export function deleteSession(db: Db, userId: number, sessionId: number, now: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    const deleted = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', sessionId)
      .executeTakeFirst();
    if (deleted.numDeletedRows !== 1n) return false;
    await trx
      .deleteFrom('push_subscriptions')
      .where('push_subscriptions.user_id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('sessions')
              .select('sessions.id')
              .whereRef('sessions.id', '=', 'push_subscriptions.session_id')
              .where('sessions.expires_at', '>', now),
          ),
        ),
      )
      .execute();
    return true;
  });
}

/** With the pushes, which need no session: this browser is switched on again by its owner. */
export async function deleteOtherSessions(trx: Trx, userId: number, sessionId: number): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', sessionId).execute();
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}
