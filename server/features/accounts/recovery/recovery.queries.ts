import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { Recipient } from '#server/features/mails/mail-budget.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { sameEmail } from '../same-email.ts';

/** An account found by its e-mail address, and whether its owner has verified the address. */
export type Recoverable = { id: number; user_id: string; email: string; is_verified: boolean };

/** Accounts that one mail names, those used last: an address has no more than 20 (contract §3). */
const LINKED = 10;
const NAMED = 20;

/**
 * By the address that recovery goes to: while a changed one is not verified, the one before it
 * (contract §3).
 */
function accountsByEmail(db: DbOrTrx, email: string, now: Date) {
  return (
    db
      .selectFrom('users')
      .select(['users.id', 'users.user_id', sql<string>`coalesce(users.recovery_email, users.email)`.as('email')])
      .select(
        sql<boolean>`coalesce(users.verified_email = coalesce(users.recovery_email, users.email), false)`.as(
          'is_verified',
        ),
      )
      .where((eb) =>
        eb.or([
          eb.and([eb('users.recovery_email', 'is', null), sameEmail('users.email', email)]),
          eb.and([eb('users.recovery_until', '>', now), sameEmail('users.recovery_email', email)]),
        ]),
      )
      .where('users.is_active', '=', true)
      .where('users.closed_at', 'is', null)
      // Accounts that proved the address come before those that were only made with it.
      .orderBy('is_verified', 'desc')
      .orderBy(
        sql`(select max(login_events.id) from login_events
        where login_events.user_id = users.id and login_events.result = 'success')`,
        (order) => order.desc().nullsLast(),
      )
      .orderBy('users.id', 'desc')
  );
}

/** Finds the open accounts with the address, those used last first. */
export function listAccountsByEmail(db: DbOrTrx, email: string, now: Date): Promise<Recoverable[]> {
  return accountsByEmail(db, email, now).limit(NAMED).execute();
}

/**
 * Finds the ten used last and locks them: jobs for one address run in turn, so that concurrent
 * requests cannot exceed the number of open links of an account. Locked in the order of their ids,
 * as by all others.
 */
export async function lockAccountsByEmail(trx: Trx, email: string, now: Date): Promise<Recoverable[]> {
  const accounts = await accountsByEmail(trx, email, now).limit(LINKED).execute();
  const ids = accounts.map(({ id }) => id);
  if (ids.length === 0) return [];
  await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', 'in', ids)
    .orderBy('users.id')
    .forNoKeyUpdate()
    .execute();
  // An account may have been closed, or its address changed, before the lock.
  return accountsByEmail(trx, email, now).where('users.id', 'in', ids).execute();
}

/** The address as registered, which may differ from the typed one in case. */
export function recoveryRecipient([first, ...others]: readonly [Recoverable, ...Recoverable[]]): Recipient {
  return { address: first.email, isProven: first.is_verified || others.some((account) => account.is_verified) };
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
