import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { AdminProfile, AdminProfileBody } from '#shared/features/admin-profiles/schemas.ts';
import { getAdminProfile } from './admin-profiles.queries.ts';

/**
 * Sets the name and title under which customers know an administrator, and whether the person takes
 * cases. Cases that the person has stay.
 * @throws AppError USER_NOT_FOUND, also for customers
 */
export async function setAdminProfile(
  { db }: { db: Db },
  admin: ActingAdmin,
  userId: number,
  profile: AdminProfileBody,
): Promise<AdminProfile> {
  return transaction(db, async (trx) => {
    await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forUpdate().execute();
    const { name, title, takes_cases } = await getAdminProfile(trx, userId);
    await trx
      .insertInto('staff_profiles')
      .values({ user_id: userId, ...profile })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
      .execute();
    await recordAudit(trx, {
      ...admin,
      action: 'user.set_staff_profile',
      subjectType: 'user',
      subjectId: userId,
      before: { name, title, takes_cases },
      after: profile,
    });
    return getAdminProfile(trx, userId);
  });
}
