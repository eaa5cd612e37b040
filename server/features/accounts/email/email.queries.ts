import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '#server/db/locks/advisory-locks.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { foldAscii } from '#server/lib/ascii-case.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { sameEmail } from '../same-email.ts';

export type EmailLinkKind = 'verify' | 'undo';
export type EmailLink = { id: number; userId: number; email: string };

/** The address of an account and its verification. */
export type EmailState = {
  id: number;
  email: string;
  /** The address whose owner opened a link that was sent to it. */
  verified_email: string | null;
  /** Where recovery goes while a changed address is not verified; null: to `email`. */
  recovery_email: string | null;
  recovery_until: Date | null;
};

const STATE_COLUMNS = [
  'users.id',
  'users.email',
  'users.verified_email',
  'users.recovery_email',
  'users.recovery_until',
] as const;

export function getEmailState(db: DbOrTrx, userId: number): Promise<EmailState> {
  return db.selectFrom('users').select(STATE_COLUMNS).where('users.id', '=', userId).executeTakeFirstOrThrow();
}

/** Accounts of one address: a person has few, and one mail of recovery names them all. */
const MAX_ACCOUNTS = 20;

/**
 * Counts the accounts that have proved the address. With `new`, those of the last 24 hours count
 * too, because a script could create any number of them; older ones without a proof never count, so
 * that no other person can close an address to its owner for good.
 * @throws AppError EMAIL_ACCOUNTS_FULL
 */
async function checkCount(trx: Trx, email: string, counted: 'proved' | 'proved or new'): Promise<void> {
  if (email === '') return;
  // Concurrent calls with one address are counted in turn.
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.accountsOfEmail}::int, hashtext(${foldAscii(email)}))`.execute(
    trx,
  );
  const { accounts } = await trx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('accounts'))
    .where(sameEmail('users.email', email))
    .where((eb) => {
      const isProved = eb('users.verified_email', '=', eb.ref('users.email'));
      if (counted === 'proved') return isProved;
      return eb.or([isProved, eb('users.created_at', '>', sql<Date>`now() - interval '1 day'`)]);
    })
    .executeTakeFirstOrThrow();
  if (Number(accounts) >= MAX_ACCOUNTS) throw new AppError('EMAIL_ACCOUNTS_FULL');
}

/**
 * Refuses an address for a new account.
 * @throws AppError EMAIL_ACCOUNTS_FULL
 */
export function checkNewAccountOf(trx: Trx, email: string): Promise<void> {
  return checkCount(trx, email, 'proved or new');
}

/**
 * Refuses an address that an account changes to or proves. New accounts of others do not count: the
 * owner of the address could not take it while they are created again and again.
 * @throws AppError EMAIL_ACCOUNTS_FULL
 */
export function checkAccountsOf(trx: Trx, email: string): Promise<void> {
  return checkCount(trx, email, 'proved');
}

/** Stores a link and returns its token, which is stored nowhere else. */
export async function insertLink(
  trx: Trx,
  link: { userId: number; kind: EmailLinkKind; email: string; now: Date; lifeMs: number },
): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('email_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      kind: link.kind,
      email: link.email,
      created_at: link.now,
      expires_at: new Date(link.now.getTime() + link.lifeMs),
    })
    .execute();
  return token;
}

/** An open link of an open account, or undefined. */
export function findLink(db: DbOrTrx, kind: EmailLinkKind, token: string, now: Date): Promise<EmailLink | undefined> {
  return db
    .selectFrom('email_links')
    .innerJoin('users', 'users.id', 'email_links.user_id')
    .select(['email_links.id', 'email_links.user_id as userId', 'email_links.email'])
    .where('email_links.token_hash', '=', hashToken(token))
    .where('email_links.kind', '=', kind)
    .where('email_links.ended_at', 'is', null)
    .where('email_links.expires_at', '>', now)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Ends the open verification links of the account. */
export async function endVerifications(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('email_links')
    .set({ ended_at: now })
    .where('email_links.user_id', '=', userId)
    .where('email_links.kind', '=', 'verify')
    .where('email_links.ended_at', 'is', null)
    .execute();
}

/** Ends the undo links of this change and of later ones. */
export async function endUndosFrom(trx: Trx, { id, userId }: EmailLink, now: Date): Promise<void> {
  await trx
    .updateTable('email_links')
    .set({ ended_at: now })
    .where('email_links.user_id', '=', userId)
    .where('email_links.kind', '=', 'undo')
    .where('email_links.id', '>=', id)
    .where('email_links.ended_at', 'is', null)
    .execute();
}

/** Marks the address as verified: recovery uses it. */
export async function setVerified(trx: Trx, userId: number, email: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email, verified_email: email, recovery_email: null, recovery_until: null })
    .where('users.id', '=', userId)
    .execute();
}

/**
 * Sets the recovery address while the changed one is not verified; null when it is trusted like the
 * first one.
 */
export async function setRecovery(
  trx: Trx,
  userId: number,
  recovery: { email: string; until: Date } | null,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ recovery_email: recovery?.email ?? null, recovery_until: recovery?.until ?? null })
    .where('users.id', '=', userId)
    .execute();
}
