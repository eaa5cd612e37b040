import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** How many administrators there are. */
export async function countAdministrators(db: DbOrTrx): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks all administrators and counts them: of two who leave at once the second one sees that the first is gone. */
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

/** Puts the buyer of paid orders where nothing but the law's period holds him (decision 012). */
export async function retainBuyer(trx: Trx, { id, fullname, phone, email }: Actor, keepUntil: Date): Promise<void> {
  await trx
    .insertInto('retained_buyers')
    .values({ user_id: id, fullname, phone, email, keep_until: keepUntil })
    .execute();
}

/**
 * Mails that have come to their end say what was written to whom. Those that wait still go out, and
 * are purged by age.
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
          // Whoever shares the address, as families do, keeps its mails.
          selectFrom('users')
            .select('users.id')
            .where(sql<boolean>`lower(users.email) = lower(${email})`)
            .where('users.email', '<>', '')
            .where('users.id', '<>', id),
        ),
      ),
    )
    .execute();
}

/** Removes what belongs to the account and empties the account itself; the row stays for its orders. Needs its lock. */
export async function eraseAccount(trx: Trx, account: Actor, now: Date): Promise<void> {
  const { id: userId } = account;
  await deleteMails(trx, account);
  await trx.deleteFrom('soldiers').where('soldiers.user_id', '=', userId).execute();
  await trx.deleteFrom('social_identities').where('social_identities.user_id', '=', userId).execute();
  await trx.deleteFrom('password_resets').where('password_resets.user_id', '=', userId).execute();
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('consents.user_id', '=', userId)
    .where('consents.document', '=', 'marketing')
    .where('consents.withdrawn_at', 'is', null)
    .execute();
  await trx
    .updateTable('users')
    .set({
      // No login id may hold a tilde, so nobody can take it.
      user_id: `~${userId}`,
      password_hash: null,
      fullname: '',
      phone: '',
      phone_verified: false,
      email: '',
      military_status: null,
      role: 'user',
      closed_at: now,
    })
    .where('users.id', '=', userId)
    .execute();
}
