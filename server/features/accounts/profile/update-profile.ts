import { type Db, transaction } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { getPasswordHash, lockOwnAccount, updateAccount } from '../account/accounts.queries.ts';
import { endResets } from '../account/end-resets.ts';
import type { AccountLimits } from '../account-limits.ts';
import { changeEmail } from '../email/change-email.ts';
import { checkAccountsOf } from '../email/email.queries.ts';
import { notifyOfPassword } from '../email/warn-owner.ts';
import { checkOwnPassword } from '../login/check-own-password.ts';
import { setPassword } from '../login/set-password.ts';
import { endPhoneProofs } from '../phone/phone-proofs.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';

/** Differs from the login's message: the form has three password fields (spec §5). */
const CURRENT_BLANK_MESSAGE = '현재 비밀번호를 입력해주세요.';

type Deps = { db: Db; clock: Clock; limits: AccountLimits; isLeaked: LeakCheck };
type PasswordChange = { from: string | null; to: string };

/** Checks and hashes a new password before any lock is taken; undefined when none was sent. */
async function preparePassword(
  { db, limits, isLeaked }: Deps,
  actor: Actor,
  { currentPassword = '', newPassword }: UpdateProfileBody,
): Promise<PasswordChange | undefined> {
  if (newPassword === undefined) return undefined;
  if (currentPassword.trim() === '') {
    throw fieldError('currentPassword', CURRENT_BLANK_MESSAGE);
  }
  await checkNewPassword(newPassword, actor, 'newPassword', isLeaked);
  const from = await getPasswordHash(db, actor.id);
  await checkOwnPassword({ db, limits }, { id: actor.id, password_hash: from }, currentPassword);
  return { from, to: await hashPassword(newPassword) };
}

/**
 * Updates the user's own account; omitted fields keep their value. A new password ends all other
 * sessions. A new password or e-mail address invalidates mailed reset links and is reported to
 * the previous address. A new phone ends codes and proofs of the previous one. Writes nothing when
 * any field is refused (contract §3).
 * @throws AppError VALIDATION_FAILED, WRONG_PASSWORD, TOO_MANY_REQUESTS, EMAIL_ACCOUNTS_FULL;
 *   UNAUTHENTICATED when the session ended meanwhile, CONFLICT when the password changed concurrently
 */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  session: { id: number; token: string | undefined },
  input: UpdateProfileBody,
): Promise<Actor> {
  const change = await preparePassword(deps, actor, input);
  return transaction(deps.db, async (trx) => {
    const account = await lockOwnAccount(trx, actor.id, session.id);
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (change && account.password_hash !== change.from) throw new AppError('CONFLICT');
    const { fullname = account.fullname, email = account.email, military_status = account.military_status } = input;
    const { phone = account.phone } = input;
    const hasNewPhone = phone !== account.phone;
    const hasNewEmail = email !== account.email;
    if (hasNewEmail) {
      await consume(trx, deps.limits.emailChanges, String(actor.id));
      await checkAccountsOf(trx, email);
    }
    const updated = await updateAccount(trx, actor.id, {
      fullname,
      email,
      military_status,
      ...(hasNewPhone && { phone, phone_verified: false }),
    });
    if (hasNewPhone) await endPhoneProofs(trx, actor.id);
    const now = deps.clock.now();
    if (change) {
      await setPassword(trx, { userId: actor.id, passwordHash: change.to, exceptToken: session.token }, now);
    }
    if (hasNewEmail) {
      await endResets(trx, actor.id, now);
      const hasNewPassword = change !== undefined;
      await changeEmail(trx, { now }, account, { email, hasNewPassword });
    } else if (change) {
      await notifyOfPassword(trx, account, { now });
    }
    return updated;
  });
}
