import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import type { LogInBody } from '#shared/features/accounts/schemas.ts';
import { findCredentials } from '../account/accounts.queries.ts';
import { type AccountLimits, limitKey, loginKey } from './account-limits.ts';

/** Who logged in, and the hash that the password fitted: the session is opened only while it still stands. */
export type LoggedIn = { id: number; user_id: string; password_hash: string };

/**
 * Checks id and password and returns whose they are. Each try is counted before the password is
 * looked at and taken back when it was right, so that many tries at once cannot slip past the limit
 * together (contract §3).
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown id and a wrong password; TOO_MANY_REQUESTS.
 */
export async function logIn(
  { db, limits }: { db: Db; limits: AccountLimits },
  address: string,
  { userId, password }: LogInBody,
): Promise<LoggedIn> {
  const account = limitKey(userId);
  const pair = loginKey(userId, address);
  await limits.loginPerAccountAndAddress.consume(pair);
  await Promise.all([limits.loginPerAddress.consume(address), limits.loginPerAccount.consume(account)]);

  const user = await findCredentials(db, userId);
  const isRight = await verifyPassword(user?.password_hash, password);
  if (!user?.password_hash || !isRight) throw new AppError('INVALID_CREDENTIALS', { extra: { success: false } });

  await Promise.all([
    limits.loginPerAccountAndAddress.reset(pair),
    limits.loginPerAddress.giveBack(address),
    limits.loginPerAccount.giveBack(account),
  ]);
  return { ...user, password_hash: user.password_hash };
}
