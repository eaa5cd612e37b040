import { type Db, transaction } from '#server/db/transaction.ts';
import { endSessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { resetLimit } from '#server/lib/limits/consume.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { ResetPasswordBody } from '#shared/features/accounts/schemas.ts';
import { lockAccount, updatePassword } from '../account/accounts.queries.ts';
import { notifyOfPassword } from '../email/warn-owner.ts';
import { type AccountLimits, loginKey } from '../login/account-limits.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { findResettable, spendReset } from './recovery.queries.ts';

/**
 * Sets a new password with the token of a mailed link, and ends all sessions of the account. Of
 * concurrent uses one succeeds; a refused password leaves the link usable (contract §3).
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
    if (!before || !(await spendReset(trx, token, clock.now()))) throw new AppError('RESET_TOKEN_INVALID');
    await updatePassword(trx, account.id, password_hash);
    await endSessions(trx, account.id);
    await notifyOfPassword(trx, before, { limit: limits.unverifiedMails, now: clock.now() });
  });
  // A user who forgot the password has often just used up the login attempts.
  await resetLimit(db, limits.loginPerAccountAndAddress, loginKey(account.user_id, address));
}
