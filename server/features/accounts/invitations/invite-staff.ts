import { sql } from 'kysely';
import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { STAFF_INVITATION_MS } from '#server/features/mails/mail.ts';
import { queueMail, staffRecipient } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { InviteStaffBody, SentInvitation } from '#shared/features/accounts/invitation-schemas.ts';
import { PERMISSIONS } from '#shared/features/accounts/permissions.ts';
import type { AccountLimits } from '../account-limits.ts';
import type { Changer } from '../admin/change-standing.ts';
import { sameEmail } from '../same-email.ts';

type Deps = { db: Db; clock: Clock; limits: AccountLimits };
type Inviter = Changer & { id: number };

async function checkFree(trx: Trx, email: string, now: Date): Promise<void> {
  const member = await trx
    .selectFrom('users')
    .select('users.id')
    .where(sameEmail('users.email', email))
    .where('users.role', '=', 'admin')
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (member) throw new AppError('STAFF_EXISTS');
  // One that is over makes room for the next before the job of retention has deleted it.
  await trx
    .deleteFrom('staff_invitations')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('expires_at', '<=', now)
    .execute();
}

/** The right may have been taken since the request arrived; the audit entry has locked the account. */
async function checkStillOwner(trx: Trx, userId: number): Promise<void> {
  const right = await trx
    .selectFrom('user_permissions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('permission', '=', 'owner')
    .executeTakeFirst();
  if (!right) throw new AppError('PERMISSION_REQUIRED');
}

/**
 * Invites a person to become an administrator and mails the link, whose token is stored hashed.
 * Only an owner invites to `owner` (contract §6).
 * @throws AppError PERMISSION_REQUIRED, STAFF_EXISTS, STAFF_INVITED, TOO_MANY_REQUESTS
 */
export async function inviteStaff(
  { db, clock, limits }: Deps,
  inviter: Inviter,
  { email, fullname, permissions }: InviteStaffBody,
): Promise<SentInvitation> {
  const isToOwner = permissions.includes('owner');
  if (isToOwner && !inviter.permissions.includes('owner')) throw new AppError('PERMISSION_REQUIRED');
  await consume(db, limits.staffInvitations, String(inviter.id));
  return transaction(db, async (trx) => {
    const now = clock.now();
    await checkFree(trx, email, now);
    const token = newToken();
    const given = PERMISSIONS.filter((permission) => permissions.includes(permission));
    const sent = await trx
      .insertInto('staff_invitations')
      .values({
        token_hash: hashToken(token),
        email,
        fullname,
        permissions: given,
        invited_by: inviter.id,
        created_at: now,
        expires_at: new Date(now.getTime() + STAFF_INVITATION_MS),
      })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning(['id', 'email', 'expires_at'])
      .executeTakeFirst();
    if (!sent) throw new AppError('STAFF_INVITED');
    await recordAudit(trx, {
      ...inviter.admin,
      action: 'user.invite_staff',
      subjectType: 'user',
      after: { invitation_id: sent.id, permissions: given },
    });
    if (isToOwner) await checkStillOwner(trx, inviter.id);
    await queueMail(trx, staffRecipient(email), { kind: 'staff_invitation', params: { token } });
    return { ...sent, expires_at: wireTime(sent.expires_at) };
  });
}
