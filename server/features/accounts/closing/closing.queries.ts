import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { sameEmail } from '../account/same-email.ts';
import { endPhoneProofs } from '../phone/phone-proofs.ts';

/** Counts the administrators. */
export async function countAdministrators(db: DbOrTrx): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Whether an active owner stays when this account leaves, or it is no owner's. Needs the lock of
 * the administrators.
 */
export async function hasOtherOwner(trx: Trx, userId: number): Promise<boolean> {
  const owners = await trx
    .selectFrom('user_permissions')
    .innerJoin('users', 'users.id', 'user_permissions.user_id')
    .select('users.id')
    .where('user_permissions.permission', '=', 'owner')
    .where('users.role', '=', 'admin')
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .execute();
  return !owners.some(({ id }) => id === userId) || owners.length > 1;
}

/** Locks and counts all administrators: of two concurrent closings the second sees the first. */
export async function lockAdministrators(trx: Trx): Promise<number> {
  const rows = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'admin')
    .orderBy('users.id')
    .forUpdate()
    .execute();
  return rows.length;
}

/**
 * Copies the buyer of paid orders into the table kept for the legal retention period (decision
 * 012).
 */
export async function retainBuyer(trx: Trx, { id, fullname, phone, email }: Actor, keepUntil: Date): Promise<void> {
  await trx
    .insertInto('retained_buyers')
    .values({ user_id: id, fullname, phone, email, keep_until: keepUntil })
    .execute();
}

/**
 * Deletes mails that were sent or given up: they hold the recipient and the text. Queued mails are
 * still sent, and are purged by age.
 */
async function deleteMails(trx: Trx, { id, email }: Actor): Promise<void> {
  if (email === '') return;
  await trx
    .deleteFrom('mails')
    .where('mails.recipient', '=', email)
    .where('mails.state', '<>', 'waiting')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          // Other accounts that share the address, as families do, keep its mails.
          selectFrom('users').select('users.id').where(sameEmail('users.email', email)).where('users.id', '<>', id),
        ),
      ),
    )
    .execute();
}

/** Deletes calls that were not made: their places are free, and there is no number left to call. */
async function deleteBookedCalls(trx: Trx, userId: number): Promise<void> {
  await sql`delete from callbacks using orders
    where orders.id = callbacks.order_id and orders.user_id = ${userId} and callbacks.contacted_at is null`.execute(
    trx,
  );
}

/**
 * Deletes the account's rows and clears its columns; the row stays for its orders. Needs its lock.
 */
export async function eraseAccount(trx: Trx, account: Actor, now: Date): Promise<void> {
  const { id: userId } = account;
  await deleteMails(trx, account);
  await trx.deleteFrom('staff_profiles').where('staff_profiles.user_id', '=', userId).execute();
  await trx.deleteFrom('saved_filters').where('saved_filters.user_id', '=', userId).execute();
  // With the notices, which hold the number that each was sent to.
  await trx.deleteFrom('notice_events').where('notice_events.user_id', '=', userId).execute();
  await deleteBookedCalls(trx, userId);
  await trx.deleteFrom('notice_settings').where('notice_settings.user_id', '=', userId).execute();
  await trx.deleteFrom('soldiers').where('soldiers.user_id', '=', userId).execute();
  await trx.deleteFrom('social_identities').where('social_identities.user_id', '=', userId).execute();
  await trx.deleteFrom('user_permissions').where('user_permissions.user_id', '=', userId).execute();
  await trx.deleteFrom('second_factors').where('second_factors.user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('recovery_codes.user_id', '=', userId).execute();
  await trx.deleteFrom('pending_logins').where('pending_logins.user_id', '=', userId).execute();
  await trx.deleteFrom('email_links').where('email_links.user_id', '=', userId).execute();
  await endPhoneProofs(trx, userId);
  await trx.deleteFrom('known_devices').where('known_devices.user_id', '=', userId).execute();
  await trx.deleteFrom('password_resets').where('password_resets.user_id', '=', userId).execute();
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('consents.user_id', '=', userId)
    .where('consents.document', 'like', 'marketing%')
    .where('consents.withdrawn_at', 'is', null)
    .execute();
  await trx
    .updateTable('users')
    .set({
      // A login id cannot contain a tilde, so no user can register this one.
      user_id: `~${userId}`,
      password_hash: null,
      fullname: '',
      phone: '',
      phone_verified: false,
      email: '',
      verified_email: null,
      recovery_email: null,
      recovery_until: null,
      military_status: null,
      role: 'user',
      closed_at: now,
    })
    .where('users.id', '=', userId)
    .execute();
}
