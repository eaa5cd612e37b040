import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeFrom, resetLimit } from '#server/lib/limits/consume.ts';
import { callerOf } from '#server/lib/networks.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { ResetByPhoneBody } from '#shared/features/accounts/phone-schemas.ts';
import { type AccountLimits, loginKey } from '../account-limits.ts';
import { notifyOfPassword } from '../email/warn-owner.ts';
import { setPassword } from '../login/set-password.ts';
import type { PhoneDeps } from '../phone/phone-deps.ts';
import { tryCode } from '../phone/try-code.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { lockPhoneOwner } from './phone-reset.queries.ts';

type ResetDeps = { phones: PhoneDeps; limits: AccountLimits; isLeaked: LeakCheck };

/**
 * Sets a new password with the code that was sent to the proven phone, with the consequences of a
 * reset link. The password is hashed before anything is looked up, and one refusal stands for an
 * unknown account, a number that is not its proven one and a wrong or ended code. A refused password
 * leaves the code usable.
 * @throws AppError RESET_CODE_INVALID, TOO_MANY_REQUESTS, VALIDATION_FAILED for a common password
 */
export async function resetByPhone(
  { phones: { db, clock, dataKeys }, limits, isLeaked }: ResetDeps,
  address: string,
  { userId, phone, code, newPassword }: ResetByPhoneBody,
): Promise<void> {
  await consumeFrom(db, limits.phoneResetCodes, address);
  await checkNewPassword(newPassword, { user_id: userId, role: 'user' }, 'newPassword', isLeaked);
  const passwordHash = await hashPassword(newPassword);
  const reset = await transaction(db, async (trx) => {
    const account = await lockPhoneOwner(trx, { userId, phone });
    if (!account) return undefined;
    const now = clock.now();
    const outcome = await tryCode(trx, dataKeys, { userId: account.id, phone, purpose: 'reset', code, now });
    // A wrong code is counted, so the transaction ends without an error.
    if (outcome !== 'right') return undefined;
    // Ends the code too.
    await setPassword(trx, { userId: account.id, passwordHash }, now);
    await notifyOfPassword(trx, account, { now });
    return account;
  });
  if (!reset) throw new AppError('RESET_CODE_INVALID');
  // A user who forgot the password has often just used up the login attempts.
  await resetLimit(db, limits.loginPerAccountAndAddress, loginKey(reset.user_id, callerOf(address)));
}
