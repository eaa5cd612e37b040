import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';

/** Login ids are compared without regard to case (contract §3). */
function sameUserId(userId: string) {
  return sql<boolean>`lower(users.user_id) = ${userId.toLowerCase()}`;
}

export function findCredentials(db: DbOrTrx, userId: string) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.user_id', 'users.password_hash'])
    .where(sameUserId(userId))
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

export async function isUserIdTaken(db: DbOrTrx, userId: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('users.id').where(sameUserId(userId)).executeTakeFirst();
  return found !== undefined;
}

export type NewUser = {
  user_id: string;
  /** Null: logs in by way of a provider alone. */
  password_hash: string | null;
  fullname: string;
  phone: string;
  email: string;
  role: 'user' | 'admin';
};

/** The new user's id, or undefined when the login id is taken. */
export async function insertUser(db: DbOrTrx, user: NewUser): Promise<number | undefined> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(user_id)`).doNothing())
    .returning('users.id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function insertConsent(trx: Trx, userId: number, document: string, version: string): Promise<void> {
  await trx.insertInto('consents').values({ user_id: userId, document, version }).execute();
}
