import { type Db, transaction } from '#server/db/transaction.ts';
import { type Actor, endSessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { UpdateProfileBody } from '#shared/features/accounts/schemas.ts';
import { getPasswordHash, lockAccount, updateAccount } from '../account/accounts.queries.ts';
import { notifyOfChange } from '../account/notify-of-change.ts';
import type { AccountLimits } from '../login/account-limits.ts';
import { checkOwnPassword } from '../login/check-own-password.ts';
import { endResets } from '../recovery/recovery.queries.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';

/** Another wording than that of the login: the form has three password fields (spec §5). */
const CURRENT_BLANK_MESSAGE = '현재 비밀번호를 입력해주세요.';

type Deps = { db: Db; clock: Clock; limits: AccountLimits };
type PasswordChange = { from: string | null; to: string };

/** Everything about a new password that needs no lock; undefined when none is wished for. */
async function preparePassword(
  { db, limits }: Deps,
  actor: Actor,
  { currentPassword = '', newPassword }: UpdateProfileBody,
): Promise<PasswordChange | undefined> {
  if (newPassword === undefined) return undefined;
  if (currentPassword.trim() === '') {
    throw new AppError('VALIDATION_FAILED', { details: [{ path: 'currentPassword', message: CURRENT_BLANK_MESSAGE }] });
  }
  await checkNewPassword(newPassword, actor.user_id, 'newPassword');
  const from = await getPasswordHash(db, actor.id);
  await checkOwnPassword(limits, { id: actor.id, password_hash: from }, currentPassword);
  return { from, to: await hashPassword(newPassword) };
}

/**
 * Changes the account of the person who asks; a field that is left out stays as it is. A new
 * password ends all other sessions, and it or another e-mail address ends links that were mailed
 * for setting one, and is told to the address that the account had. Nothing is written when any
 * part is refused (contract §3).
 * @throws AppError VALIDATION_FAILED, WRONG_PASSWORD, TOO_MANY_REQUESTS; CONFLICT when the password changed meanwhile
 */
export async function updateProfile(
  deps: Deps,
  actor: Actor,
  sessionToken: string | undefined,
  input: UpdateProfileBody,
): Promise<Actor> {
  const change = await preparePassword(deps, actor, input);
  return transaction(deps.db, async (trx) => {
    const account = await lockAccount(trx, actor.id);
    if (!account) throw new AppError('UNAUTHENTICATED');
    if (change && account.password_hash !== change.from) throw new AppError('CONFLICT');
    const { fullname = account.fullname, email = account.email, military_status = account.military_status } = input;
    const updated = await updateAccount(trx, actor.id, {
      fullname,
      email,
      military_status,
      ...(change && { password_hash: change.to }),
    });
    const hasNewEmail = email !== account.email;
    if (change || hasNewEmail) await endResets(trx, [actor.id], deps.clock.now());
    if (change) await endSessions(trx, actor.id, sessionToken);
    await notifyOfChange(trx, account, [
      ...(hasNewEmail ? ['email' as const] : []),
      ...(change ? ['password' as const] : []),
    ]);
    return updated;
  });
}
