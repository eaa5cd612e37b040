import type { Db } from './transaction.ts';

/** Removes what has run out and serves nobody: sessions, social logins that were left and counters of rate limits. */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_login_attempts').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).execute();
}
