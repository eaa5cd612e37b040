import { sql } from 'kysely';
import { DAY_MS } from '#server/lib/time.ts';
import type { Db } from './transaction.ts';

/**
 * Links of mails are kept a while after they ran out, so that a job that is run again still finds
 * its own work done.
 */
const RESETS_KEPT_MS = DAY_MS;
/** For whoever asks whether his mail went out. Those that were given up stay for the staff. */
const SENT_MAILS_KEPT_MS = 30 * DAY_MS;

/**
 * For whoever asks what the payment provider told us. What nobody has seen to yet goes by a rule of
 * its own (`delete-unmatched-webhooks.ts`).
 */
const WEBHOOKS_KEPT_MS = 90 * DAY_MS;
/** Jobs that were given up: their payload may hold an e-mail address. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS;

/**
 * Removes what has run out and serves nobody: sessions, links, social logins that were left,
 * counters of rate limits, old mails, old webhooks.
 */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_login_attempts').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).execute();
  const resetsBefore = new Date(now.getTime() - RESETS_KEPT_MS);
  await db.deleteFrom('password_resets').where('expires_at', '<=', resetsBefore).execute();
  const mailsBefore = new Date(now.getTime() - SENT_MAILS_KEPT_MS);
  await db.deleteFrom('mails').where('mails.state', '=', 'sent').where('mails.created_at', '<=', mailsBefore).execute();
  await db
    .deleteFrom('payment_webhooks')
    .where('last_received_at', '<=', new Date(now.getTime() - WEBHOOKS_KEPT_MS))
    .where((eb) => eb.or([eb('state', '=', 'done'), eb('handled_at', 'is not', null)]))
    .execute();
  const jobsBefore = new Date(now.getTime() - FAILED_JOBS_KEPT_MS);
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and created_at <= ${jobsBefore}))`.execute(db);
  await purgeClosedAccounts(db, now);
}

/**
 * What the law kept of buyers who left, once its time is over, with what their orders say about
 * soldiers; and soldiers that a call in flight wrote behind the closing of its account (decision
 * 012).
 */
async function purgeClosedAccounts(db: Db, now: Date): Promise<void> {
  await db
    .with('over', (trx) => trx.deleteFrom('retained_buyers').where('keep_until', '<=', now).returning('user_id'))
    .updateTable('orders')
    .set({ soldier: null })
    .where('orders.user_id', 'in', (eb) => eb.selectFrom('over').select('over.user_id'))
    .execute();
  await db
    .deleteFrom('soldiers')
    .using('users')
    .whereRef('users.id', '=', 'soldiers.user_id')
    .where('users.closed_at', 'is not', null)
    .execute();
}
