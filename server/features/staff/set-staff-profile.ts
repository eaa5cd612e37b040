import { type Db, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Staff } from '#server/http/staff.ts';
import type { StaffMember, StaffProfileBody } from '#shared/features/staff/schemas.ts';
import { getStaffMember } from './staff.queries.ts';

/**
 * Sets the name and title under which customers know an administrator, and whether the person takes
 * cases. Cases that the person has stay.
 * @throws AppError USER_NOT_FOUND, also for customers
 */
export async function setStaffProfile(
  { db }: { db: Db },
  staff: Staff,
  userId: number,
  profile: StaffProfileBody,
): Promise<StaffMember> {
  return transaction(db, async (trx) => {
    await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forUpdate().execute();
    const { name, title, takes_cases } = await getStaffMember(trx, userId);
    await trx
      .insertInto('staff_profiles')
      .values({ user_id: userId, ...profile })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
      .execute();
    await recordAudit(trx, {
      ...staff,
      action: 'user.set_staff_profile',
      subjectType: 'user',
      subjectId: userId,
      before: { name, title, takes_cases },
      after: profile,
    });
    return getStaffMember(trx, userId);
  });
}
