import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { LoginRequest } from '#shared/contract/accounts.ts';
import type { AccountLimits } from './account-limits.ts';
import { findCredentials } from './accounts.queries.ts';

/** The account as part of a counter's key: of fixed length, whatever was typed. */
function accountKey(userId: string): string {
  return hashToken(userId.toLowerCase()).toString('base64url');
}

/**
 * Checks id and password and returns the user's id. Each try is counted before the password is looked at and taken back
 * when it was right, so that many tries at once cannot slip past the limit together (contract §3).
 * @throws AppError INVALID_CREDENTIALS, the same for an unknown id and a wrong password; TOO_MANY_REQUESTS.
 */
export async function logIn(
  { db, limits }: { db: Db; limits: AccountLimits },
  address: string,
  { userId, password }: LoginRequest,
): Promise<{ id: number; user_id: string }> {
  const account = accountKey(userId);
  const pair = `${account}:${address}`;
  await limits.loginPerAccountAndAddress.consume(pair);
  await Promise.all([limits.loginPerAddress.consume(address), limits.loginPerAccount.consume(account)]);

  const user = await findCredentials(db, userId);
  const isRight = await verifyPassword(user?.password_hash, password);
  if (!user || !isRight) throw new AppError('INVALID_CREDENTIALS', { extra: { success: false } });

  await Promise.all([
    limits.loginPerAccountAndAddress.reset(pair),
    limits.loginPerAddress.giveBack(address),
    limits.loginPerAccount.giveBack(account),
  ]);
  return { id: user.id, user_id: user.user_id };
}
