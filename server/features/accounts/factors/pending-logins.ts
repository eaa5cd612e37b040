import { sql } from 'kysely';
import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#server/lib/time.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';

/** How long a login waits for its second factor (contract §6). */
const WAITS_MS = 5 * MINUTE_MS;
/** Wrong codes that end a login. */
const MAX_FAILURES = 5;
/** Then the account's next login waits: the first time, at most, and until it is forgotten. */
const FIRST_DELAY_MS = 30 * SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
const DELAYS_FORGOTTEN_AFTER_MS = DAY_MS;

export type PendingLogin = {
  token_hash: Buffer;
  user_id: number;
  password_hash: string | null;
  is_persistent: boolean;
  /** Of the account. */
  login: string;
  role: 'user' | 'admin';
};

export type NewPendingLogin = { userId: number; passwordHash: string | undefined; isPersistent: boolean };

/** Stores a pending login after its first step; returns the token of its cookie. */
export async function insertPending(db: Db, login: NewPendingLogin, now: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto('pending_logins')
    .values({
      token_hash: hashToken(token),
      user_id: login.userId,
      password_hash: login.passwordHash ?? null,
      is_persistent: login.isPersistent,
      expires_at: new Date(now.getTime() + WAITS_MS),
    })
    .execute();
  return token;
}

/** Finds a pending login; undefined when it has ended. */
export function findPending(db: DbOrTrx, token: string, now: Date): Promise<PendingLogin | undefined> {
  return db
    .selectFrom('pending_logins')
    .innerJoin('users', 'users.id', 'pending_logins.user_id')
    .select(['token_hash', 'pending_logins.user_id', 'pending_logins.password_hash', 'is_persistent'])
    .select(['users.user_id as login', 'users.role'])
    .where('token_hash', '=', hashToken(token))
    .where('pending_logins.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
}

/** Returns whether a login still waits. Needs the account's lock, which keeps attempts in turn. */
export async function isPending(trx: Trx, { token_hash }: PendingLogin): Promise<boolean> {
  const row = await trx
    .selectFrom('pending_logins')
    .select('token_hash')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a pending login. */
export async function endPending(trx: Trx, { token_hash }: PendingLogin): Promise<void> {
  await trx.deleteFrom('pending_logins').where('token_hash', '=', token_hash).execute();
}

/** Counts a wrong code. The last one that is allowed ends the login; returns whether it was. */
export async function countFailure(trx: Trx, pending: PendingLogin, now: Date): Promise<boolean> {
  const { failures } = await trx
    .updateTable('pending_logins')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('token_hash', '=', pending.token_hash)
    .returning('failures')
    .executeTakeFirstOrThrow();
  if (failures < MAX_FAILURES) return false;
  await endPending(trx, pending);
  await delayLogins(trx, pending.user_id, now);
  return true;
}

/** Lets further logins of the account wait, twice as long each time. */
async function delayLogins(trx: Trx, userId: number, now: Date): Promise<void> {
  const first = new Date(now.getTime() + FIRST_DELAY_MS);
  const forgotten = new Date(now.getTime() - DELAYS_FORGOTTEN_AFTER_MS);
  await sql`
    insert into second_factor_delays as kept (user_id, rounds, until) values (${userId}, 1, ${first})
    on conflict (user_id) do update set
      rounds = case when kept.until < ${forgotten} then 1 else kept.rounds + 1 end,
      until = case when kept.until < ${forgotten} then ${first}
        else ${now}::timestamptz + make_interval(secs =>
          least(${FIRST_DELAY_MS / SECOND_MS} * power(2, least(kept.rounds, 20)), ${MAX_DELAY_MS / SECOND_MS})) end
  `.execute(trx);
}

export async function endDelay(db: DbOrTrx, userId: number): Promise<void> {
  await db.deleteFrom('second_factor_delays').where('user_id', '=', userId).execute();
}

/** @throws AppError TOO_MANY_REQUESTS while logins of the account wait */
export async function requireNoDelay(db: DbOrTrx, userId: number, now: Date): Promise<void> {
  const delay = await db
    .selectFrom('second_factor_delays')
    .select('until')
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .executeTakeFirst();
  if (!delay) return;
  const retryAfterSeconds = Math.ceil((delay.until.getTime() - now.getTime()) / SECOND_MS);
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
}
