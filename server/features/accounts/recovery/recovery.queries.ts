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
 * Finds and locks them: jobs for one address run in turn, so an account never has two open links.
 */
export function lockAccountsByEmail(trx: Trx, email: string, now: Date): Promise<Recoverable[]> {
  return accountsByEmail(trx, email, now).forNoKeyUpdate().execute();
}

/** Whether an earlier, interrupted run of the job already created links for this request. */
export async function isRequestDone(trx: Trx, requestId: string): Promise<boolean> {
  const made = trx.selectFrom('password_resets').select('password_resets.user_id').where('request_id', '=', requestId);
  return (await made.limit(1).executeTakeFirst()) !== undefined;
}

export async function insertResets(
  trx: Trx,
  resets: readonly { userId: number; token: string; requestId: string; expiresAt: Date }[],
): Promise<void> {
  await trx
    .insertInto('password_resets')
    .values(
      resets.map(({ userId, token, requestId, expiresAt }) => ({
        token_hash: hashToken(token),
        user_id: userId,
        request_id: requestId,
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

/** Marks a link as used; false when it was used already or has expired. */
export async function spendReset(trx: Trx, token: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('password_resets.token_hash', '=', hashToken(token))
    .where('password_resets.ended_at', 'is', null)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
