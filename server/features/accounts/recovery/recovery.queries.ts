import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { sameEmail } from '../account/same-email.ts';

/** An account found by its e-mail address. */
export type Recoverable = { id: number; user_id: string; email: string };

/**
 * By the address that recovery goes to: while a changed one is not verified, the one before it
 * (contract §3).
 */
function accountsByEmail(db: DbOrTrx, email: string, now: Date) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.user_id', sql<string>`coalesce(users.recovery_email, users.email)`.as('email')])
    .where((eb) =>
      eb.or([
        eb.and([eb('users.recovery_email', 'is', null), sameEmail('users.email', email)]),
        eb.and([eb('users.recovery_until', '>', now), sameEmail('users.recovery_email', email)]),
      ]),
    )
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .orderBy('users.id');
}

/** Finds the open accounts with the address, oldest first. */
export function listAccountsByEmail(db: DbOrTrx, email: string, now: Date): Promise<Recoverable[]> {
  return accountsByEmail(db, email, now).execute();
}

/**
 * Finds and locks them: jobs for one address run in turn, so that concurrent requests cannot exceed
 * the number of open links of an account.
 */
export function lockAccountsByEmail(trx: Trx, email: string, now: Date): Promise<Recoverable[]> {
  return accountsByEmail(trx, email, now).forNoKeyUpdate().execute();
}

/** Counts the links of each account that can still be used; accounts without one are missing. */
export async function countOpenResets(trx: Trx, userIds: readonly number[], now: Date): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('password_resets')
    .select(['password_resets.user_id', sql<number>`count(*)::integer`.as('open')])
    .where('password_resets.user_id', 'in', userIds)
    .where('password_resets.ended_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .groupBy('password_resets.user_id')
    .execute();
  return new Map(rows.map(({ user_id, open }) => [user_id, open]));
}

export async function insertResets(
  trx: Trx,
  resets: readonly { userId: number; token: string; expiresAt: Date }[],
): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values(
      resets.map(({ userId, token, expiresAt }) => ({
        token_hash: hashToken(token),
        user_id: userId,
        expires_at: expiresAt,
      })),
    )
    .execute();
}

/** Finds the account of an open link, or undefined. */
export function findResettable(
  db: DbOrTrx,
  token: string,
  now: Date,
): Promise<{ id: number; user_id: string; role: 'user' | 'admin' } | undefined> {
  return db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['users.id', 'users.user_id', 'users.role'])
    .where('users.is_active', '=', true)
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('password_resets.ended_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns whether the link can be used. Needs the account's lock, under which every link ends. */
export async function isResetOpen(trx: Trx, token: string, now: Date): Promise<boolean> {
  const open = await trx
    .selectFrom('password_resets')
    .select('password_resets.user_id')
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('password_resets.ended_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
  return open !== undefined;
}
