import { sql, type Updateable } from 'kysely';
import type { UsersTable } from '#server/db/tables.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { ACTOR_COLUMNS } from '#server/http/session.queries.ts';
import type { Actor } from '#server/http/session.ts';
import { foldAscii } from '#server/lib/ascii-case.ts';

/** A hash that no token has. */
const NO_DEVICE = Buffer.alloc(0);

/** Login ids are ASCII and compared without regard to case (contract §3). */
export function sameUserId(userId: string) {
  return sql<boolean>`lower(users.user_id) = ${foldAscii(userId)}`;
}

/** Finds the account with the login id, and whether the browser is known to it. */
export function findCredentials(db: DbOrTrx, userId: string, device: Buffer | undefined, now: Date) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.user_id',
      'users.password_hash',
      'users.role',
      'users.password_due',
      eb
        .exists(
          eb
            .selectFrom('known_devices')
            .select('known_devices.user_id')
            .whereRef('known_devices.user_id', '=', 'users.id')
            .where('known_devices.token_hash', '=', device ?? NO_DEVICE)
            .where('known_devices.expires_at', '>', now),
        )
        .as('is_known'),
    ])
    .where(sameUserId(userId))
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

export async function isUserIdTaken(db: DbOrTrx, userId: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('users.id').where(sameUserId(userId)).executeTakeFirst();
  return found !== undefined;
}

export type NewUser = {
  user_id: string;
  /** Null when the user logs in only through an OAuth provider. */
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

/** The hash of an open account's password; null also for one without a password. */
export async function getPasswordHash(db: DbOrTrx, userId: number): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('users.password_hash')
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  return user?.password_hash ?? null;
}

/** Locks an open account, against logins too; undefined when it is closed. */
export function lockAccount(trx: Trx, userId: number) {
  return trx
    .selectFrom('users')
    .select(ACTOR_COLUMNS)
    .select(['users.password_hash', 'users.verified_email', 'users.recovery_email', 'users.recovery_until'])
    .where('users.id', '=', userId)
    .where('users.closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * As `lockAccount`, for an act of the owner: also undefined when the session has ended since the
 * request arrived, as by a new password that the lock waited for.
 */
export async function lockOwnAccount(trx: Trx, userId: number, sessionId: number) {
  const account = await lockAccount(trx, userId);
  const session = await trx
    .selectFrom('sessions')
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst();
  return session && account;
}

/** Ends the pending logins of an account: their password is no longer valid. */
export async function endPendingLogins(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('pending_logins').where('pending_logins.user_id', '=', userId).execute();
}

type ProfileColumns = Pick<
  Updateable<UsersTable>,
  'fullname' | 'email' | 'military_status' | 'phone' | 'phone_verified'
>;

export function updateAccount(trx: Trx, userId: number, columns: ProfileColumns): Promise<Actor> {
  return trx
    .updateTable('users')
    .set(columns)
    .where('users.id', '=', userId)
    .returning(ACTOR_COLUMNS)
    .executeTakeFirstOrThrow();
}
