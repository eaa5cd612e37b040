import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume, resetLimit } from '#server/lib/limits/consume.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import type { AccountLimits } from '../account-limits.ts';

/**
 * Verifies the password of a logged-in user. Counts the attempt like a login, before comparing, so
 * that a session left open cannot be used to guess the password.
 * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS
 */
export async function checkOwnPassword(
  { db, limits }: { db: Db; limits: AccountLimits },
  account: { id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  const key = String(account.id);
  await consume(db, limits.passwordCheck, key);
  if (!(await verifyPassword(account.password_hash, password))) throw new AppError('WRONG_PASSWORD');
  await resetLimit(db, limits.passwordCheck, key);
}
