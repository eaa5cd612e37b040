import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeFrom } from '#server/lib/limits/consume.ts';
import { hashPassword } from '#server/lib/password-hash.ts';
import type { AcceptInvitationBody } from '#shared/features/accounts/invitation-schemas.ts';
import { insertUser, isUserIdTaken } from '../account/accounts.queries.ts';
import type { AccountLimits } from '../account-limits.ts';
import { checkAccountsOf, setVerified } from '../email/email.queries.ts';
import { checkNewPassword } from '../registration/check-new-password.ts';
import type { LeakCheck } from '../registration/leaked-passwords.ts';
import { findInvitation, takeInvitation } from './invitations.queries.ts';

type Deps = { db: Db; clock: Clock; limits: AccountLimits; isLeaked: LeakCheck };

/**
 * Creates the administrator of an invitation with its permissions, and spends it. The mailed link
 * proves the address. Opens no session. A refused id or password leaves the link usable.
 * @throws AppError INVITATION_INVALID, USER_ID_TAKEN, EMAIL_ACCOUNTS_FULL, TOO_MANY_REQUESTS,
 *   VALIDATION_FAILED for a password that is easy to guess
 */
export async function acceptInvitation(
  { db, clock, limits, isLeaked }: Deps,
  address: string,
  { token, userId, password, phone }: AcceptInvitationBody,
): Promise<{ userId: string }> {
  await consumeFrom(db, limits.staffAcceptances, address);
  if (!(await findInvitation(db, token, clock.now()))) throw new AppError('INVITATION_INVALID');
  await checkNewPassword(password, { user_id: userId, role: 'admin' }, 'password', isLeaked);
  if (await isUserIdTaken(db, userId)) throw new AppError('USER_ID_TAKEN');
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const invitation = await takeInvitation(trx, token, clock.now());
    if (!invitation) throw new AppError('INVITATION_INVALID');
    const { email, fullname, permissions } = invitation;
    await checkAccountsOf(trx, email);
    const id = await insertUser(trx, { user_id: userId, password_hash, fullname, phone, email, role: 'admin' });
    if (id === undefined) throw new AppError('USER_ID_TAKEN');
    await setVerified(trx, id, email);
    for (const permission of permissions) {
      await trx.insertInto('user_permissions').values({ user_id: id, permission }).execute();
    }
    await recordAudit(trx, {
      actor: { id, user_id: userId },
      address,
      action: 'user.accept_invitation',
      subjectType: 'user',
      subjectId: id,
      after: { invitation_id: invitation.id, invited_by: invitation.invited_by, permissions },
    });
  });
  return { userId };
}
