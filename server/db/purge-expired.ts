import { sql } from 'kysely';
import { DAY_MS } from '#server/lib/time.ts';
import type { Db } from './transaction.ts';

/**
 * Retention of expired mail links, so that a repeated job still finds that its work was done.
 */
const RESETS_KEPT_MS = DAY_MS;
/**
 * Retention of sent mails and notices, to answer questions about delivery. Failed ones stay for
 * administrators.
 */
const SENT_MAILS_KEPT_MS = 30 * DAY_MS;

/**
 * Retention of processed webhooks, to answer questions about payments. Unmatched ones have their
 * own rule (`delete-unmatched-webhooks.ts`).
 */
const WEBHOOKS_KEPT_MS = 90 * DAY_MS;
/** Retention of failed jobs: their payload may hold an e-mail address. */
const FAILED_JOBS_KEPT_MS = 30 * DAY_MS;

/**
 * Deletes expired rows: sessions, links, abandoned social logins, rate-limit counters, old mails,
 * notices and webhooks.
 */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_login_attempts').where('expires_at', '<=', now).execute();
  await db.deleteFrom('social_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('rate_limits').where('expire', '<=', now.getTime()).execute();
  await db.deleteFrom('email_links').where('expires_at', '<=', now).execute();
  await db.deleteFrom('pending_logins').where('expires_at', '<=', now).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('second_factors')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - DAY_MS))
    .execute();
  await db.deleteFrom('known_devices').where('expires_at', '<=', now).execute();
  // As the privacy policy says, and the rules for the access logs of staff (contract §6).
  await sql`delete from login_events where created_at <=
    ${now}::timestamptz - case when is_staff then interval '2 years' else interval '3 months' end`.execute(db);
  const resetsBefore = new Date(now.getTime() - RESETS_KEPT_MS);
  await db.deleteFrom('password_resets').where('expires_at', '<=', resetsBefore).execute();
  const mailsBefore = new Date(now.getTime() - SENT_MAILS_KEPT_MS);
  await db.deleteFrom('mails').where('mails.state', '=', 'sent').where('mails.created_at', '<=', mailsBefore).execute();
  await sql`
    delete from notice_events as event
    where planned_at is not null and created_at <= ${mailsBefore} and not exists (
      select from notices left join mails on mails.id = notices.mail_id
      where notices.event_id = event.id
        and (notices.due_at is not null or notices.state = 'failed' or mails.state in ('waiting', 'failed')))`.execute(
    db,
  );
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
 * Deletes the retained buyers of closed accounts after the legal period, with the soldier data of
 * their orders; and soldiers that a concurrent call wrote after its account was closed (decision
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
