import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import type { LogInBody } from '#shared/features/accounts/schemas.ts';
import { findCredentials } from '../account/accounts.queries.ts';
import { type AccountLimits, limitKey, loginKey } from './account-limits.ts';

/** The user and the hash that matched: the session is opened only if the hash is unchanged. */
export type LoggedIn = { id: number; user_id: string; password_hash: string };

/**
 * Verifies id and password and returns the user. Counts the attempt before comparing and takes it
 * back on success, so that concurrent attempts cannot exceed the limit (contract §3).
 * @throws AppError INVALID_CREDENTIALS for an unknown id and a wrong password; TOO_MANY_REQUESTS
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
