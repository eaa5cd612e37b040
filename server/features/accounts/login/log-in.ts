import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { createAtOnce } from '#server/lib/limits/at-once.ts';
import { consume, consumeFrom, giveBack, giveBackFrom, type Limit, resetLimit } from '#server/lib/limits/consume.ts';
import { callerOf } from '#server/lib/networks.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import { ADMIN_PASSWORD_MIN } from '#shared/contract/fields.ts';
import type { LogInBody } from '#shared/features/accounts/schemas.ts';
import { findCredentials } from '../account/accounts.queries.ts';
import { type AccountLimits, limitKey, loginKey } from '../account-limits.ts';
import { AT_ONCE, inTurnOfAddress } from './address-turns.ts';
import { type Caller, recordLogin } from './login-events.ts';

type Deps = { db: Db; clock: Clock; limits: AccountLimits };

/**
 * The account, and the hash that the password matched: a session opens only while it is unchanged.
 */
export type LoggedIn = { id: number; user_id: string; password_hash: string };

/**
 * The limit that keeps others from guessing at the account. A browser that is known to the account
 * has a counter of its own, so that attempts from elsewhere cannot lock its owner out.
 */
function guessLimit(
  limits: AccountLimits,
  userId: string,
  known: { device: Buffer } | undefined,
): { limit: Limit; key: string } {
  if (!known) return { limit: limits.loginPerAccount, key: limitKey(userId) };
  return { limit: limits.loginPerDevice, key: `${limitKey(userId)}:${known.device.toString('base64url')}` };
}

const beginOfAccount = createAtOnce(AT_ONCE);

/**
 * Keeps the logins of one account, or of one address, from filling the queue of password checks:
 * others would be refused. A browser that is known to the account counts apart.
 */
async function verifyInTurn([account, address]: readonly [string, string], verify: () => Promise<boolean>) {
  const endOfAccount = beginOfAccount(account);
  try {
    return await inTurnOfAddress(address, verify);
  } finally {
    endOfAccount();
  }
}

/**
 * Records at the first login after a promotion whether the password is long enough for an
 * administrator.
 */
async function recordPasswordLength(db: Db, userId: number, password: string): Promise<void> {
  const password_due = password.length < ADMIN_PASSWORD_MIN ? 'change' : 'no';
  await db.updateTable('users').set({ password_due }).where('users.id', '=', userId).execute();
}

/**
 * Checks id and password and returns their account. Each attempt is counted before the password is
 * checked, and given back when it was right, so that many attempts at once cannot pass the limit
 * together (contract §3). Every checked attempt does the same work, also for an unknown id.
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown id and a wrong password;
 *   TOO_MANY_REQUESTS.
 */
export async function logIn(
  { db, clock, limits }: Deps,
  caller: Caller,
  { userId, password }: Pick<LogInBody, 'userId' | 'password'>,
): Promise<LoggedIn> {
  const now = clock.now();
  const pair = loginKey(userId, callerOf(caller.address));
  const user = await findCredentials(db, userId, caller.device, now);
  const guesses = guessLimit(limits, userId, user?.is_known && caller.device ? { device: caller.device } : undefined);
  await consume(db, limits.loginPerAccountAndAddress, pair);
  await consumeFrom(db, limits.loginPerAddress, caller.address);
  await consume(db, guesses.limit, guesses.key);

  const takeBack = async () => {
    await giveBackFrom(db, limits.loginPerAddress, caller.address);
    await giveBack(db, guesses.limit, guesses.key);
  };
  const keys = [`${guesses.limit.name}:${guesses.key}`, caller.address] as const;
  let isRight: boolean;
  try {
    isRight = await verifyInTurn(keys, () => verifyPassword(user?.password_hash, password));
  } catch (error) {
    // The password was not looked at, so that the attempt says nothing.
    await giveBack(db, limits.loginPerAccountAndAddress, pair);
    await takeBack();
    throw error;
  }
  if (!user?.password_hash || !isRight) {
    await recordLogin(db, {
      user_id: user?.id ?? null,
      is_staff: user?.role === 'admin',
      result: 'failure',
      method: 'password',
      address: caller.address,
      user_agent: caller.userAgent,
      created_at: now,
    });
    throw new AppError('INVALID_CREDENTIALS', { extra: { success: false } });
  }
  await resetLimit(db, limits.loginPerAccountAndAddress, pair);
  await takeBack();
  if (user.password_due === 'check') await recordPasswordLength(db, user.id, password);
  return { id: user.id, user_id: user.user_id, password_hash: user.password_hash };
}
