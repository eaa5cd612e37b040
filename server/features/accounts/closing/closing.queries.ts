import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

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
 * Returns whether an active owner stays when this account leaves, or it is no owner's. Needs the lock of the
 * administrators.
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
