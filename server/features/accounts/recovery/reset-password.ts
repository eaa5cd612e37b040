import { type Db, transaction } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { resetLimit } from '#server/lib/limits/consume.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { ResetPasswordBody } from '#shared/features/accounts/schemas.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { type AccountLimits, loginKey } from '../account-limits.ts';
import { notifyOfPassword } from '../email/warn-owner.ts';
import { setPassword } from '../login/set-password.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { findResettable, isResetOpen } from './recovery.queries.ts';

/**
 * Sets a new password with the token of a mailed link. Ends all sessions and open links of the
 * account and forgets its known browsers. Of concurrent uses one succeeds; a refused password
 * leaves the link usable (contract §3).
 * @throws AppError RESET_TOKEN_INVALID, VALIDATION_FAILED for a common password
 */
export async function resetPassword(
  { db, clock, limits, isLeaked }: { db: Db; clock: Clock; limits: AccountLimits; isLeaked: LeakCheck },
  address: string,
  { token, newPassword }: ResetPasswordBody,
): Promise<void> {
  const account = await findResettable(db, token, clock.now());
  if (!account) throw new AppError('RESET_TOKEN_INVALID');
  await checkNewPassword(newPassword, account, 'newPassword', isLeaked);
  // Hashing is slow, so it runs before the transaction takes locks and a connection.
  const password_hash = await hashPassword(newPassword);
  await transaction(db, async (trx) => {
    // Lock the account before the link, in the order that every writer uses.
    const before = await lockAccount(trx, account.id);
    const now = clock.now();
    if (!before || !(await isResetOpen(trx, token, now))) throw new AppError('RESET_TOKEN_INVALID');
    await setPassword(trx, { userId: account.id, passwordHash: password_hash }, now);
    await notifyOfPassword(trx, before, { now });
  });
  // A user who forgot the password has often just used up the login attempts.
  await resetLimit(db, limits.loginPerAccountAndAddress, loginKey(account.user_id, address));
}
