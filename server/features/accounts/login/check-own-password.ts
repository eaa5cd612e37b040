import { AppError } from '#server/lib/errors.ts';
import { verifyPassword } from '#server/lib/password-hash.ts';
import type { AccountLimits } from './account-limits.ts';

/**
 * Asks somebody who is logged in for the password again. Counted like a login, before the password
 * is looked at, so that a session left open somewhere is no way to guess it.
 * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS
 */
export async function checkOwnPassword(
  limits: AccountLimits,
  account: { id: number; password_hash: string | null },
  password: string,
): Promise<void> {
  const key = String(account.id);
  await limits.passwordCheck.consume(key);
  if (!(await verifyPassword(account.password_hash, password))) throw new AppError('WRONG_PASSWORD');
  await limits.passwordCheck.reset(key);
}
