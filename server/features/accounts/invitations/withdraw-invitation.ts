import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Changer } from '../admin/change-standing.ts';

/**
 * Ends an open invitation: its link no longer works.
 * @throws AppError STAFF_INVITATION_NOT_FOUND; PERMISSION_REQUIRED for one to `owner`, unless by an
 *   owner
 */
export async function withdrawInvitation(
  { db, clock }: { db: Db; clock: Clock },
  { admin, permissions }: Changer,
  invitationId: number,
): Promise<void> {
  await transaction(db, async (trx) => {
    const ended = await trx
      .deleteFrom('staff_invitations')
      .where('id', '=', invitationId)
      .where('expires_at', '>', clock.now())
      .returning('permissions')
      .executeTakeFirst();
    if (!ended) throw new AppError('STAFF_INVITATION_NOT_FOUND');
    if (ended.permissions.includes('owner') && !permissions.includes('owner')) {
      throw new AppError('PERMISSION_REQUIRED');
    }
    await recordAudit(trx, {
      ...admin,
      action: 'user.withdraw_invitation',
      subjectType: 'user',
      before: { invitation_id: invitationId, permissions: ended.permissions },
    });
  });
}
