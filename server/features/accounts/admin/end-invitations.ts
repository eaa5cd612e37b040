import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { mayDo, type Permission } from '#shared/features/accounts/permissions.ts';

type Standing = { role: 'user' | 'admin'; is_active: boolean; permissions: readonly Permission[] };

/** Ends what an administrator has invited to and could not invite to any more (contract §9). */
export async function endInvitationsOf(trx: Trx, userId: number, standing: Standing): Promise<void> {
  const { role, is_active, permissions } = standing;
  const mayInvite = role === 'admin' && is_active && mayDo(permissions, 'people');
  await trx
    .deleteFrom('staff_invitations')
    .where('invited_by', '=', userId)
    .$if(mayInvite, (query) =>
      query.where(sql<boolean>`'owner' = any(permissions)`).where(sql<boolean>`not ${permissions.includes('owner')}`),
    )
    .execute();
}
