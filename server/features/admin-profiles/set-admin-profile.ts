import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fieldError } from '#server/lib/errors.ts';
import { expectUnchanged } from '#server/lib/expect-seen.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { SetAdminProfileBody, StaffMember } from '#shared/features/admin-profiles/schemas.ts';
import { getAdminProfile, presentAdminProfile } from './admin-profiles.queries.ts';

/**
 * Sets the name and title under which customers know an administrator, whether the person takes
 * cases, and until when they are away. Cases that the person has stay.
 * @throws AppError USER_NOT_FOUND, also for customers; VERSION_CONFLICT unless the profile is as seen;
 *   VALIDATION_FAILED for an absence that is over and a substitute who is no other administrator
 */
export async function setAdminProfile(
  { db, clock }: { db: Db; clock: Clock },
  admin: ActingAdmin,
  userId: number,
  { seen, ...body }: SetAdminProfileBody,
): Promise<StaffMember> {
  return transaction(db, async (trx) => {
    await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forUpdate().execute();
    const now = clock.now();
    const stored = presentAdminProfile(await getAdminProfile(trx, userId), now);
    const { away_until = null, substitute_id = null } = stored;
    const before = profileWith(stored, stored);
    // A form that knows of no absence leaves it out.
    expectUnchanged(seen && profileWith(seen, seen.away_until === undefined ? stored : seen), before);
    const { away_until: awayUntil = away_until, substitute_id: substitute = substitute_id } = body;
    const absence = { away_until: awayUntil, substitute_id: awayUntil === null ? null : substitute };
    const profile = { ...body, ...absence };
    if (awayUntil !== away_until && awayUntil !== null && awayUntil < koreanDayAt(now)) {
      throw fieldError('away_until', '부재가 끝나는 날을 오늘이나 그 뒤로 선택해주세요.');
    }
    const isNew = absence.substitute_id !== substitute_id;
    if (isNew && absence.substitute_id !== null) await checkSubstitute(trx, userId, absence.substitute_id);
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
      before,
      after: profileWith(body, absence),
    });
    return presentAdminProfile(await getAdminProfile(trx, userId), now);
  });
}

type Profile = { name: string; title: string; takes_cases: boolean };
type SeenAbsence = { away_until?: string | null | undefined; substitute_id?: number | null | undefined };

/** The profile as it is compared and audited: an absence only while there is one. */
function profileWith({ name, title, takes_cases }: Profile, { away_until, substitute_id = null }: SeenAbsence) {
  return { name, title, takes_cases, ...(away_until && { away_until, substitute_id }) };
}

/** A substitute is another active administrator. */
async function checkSubstitute(trx: Trx, userId: number, substituteId: number): Promise<void> {
  const found = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', substituteId)
    .where('users.id', '<>', userId)
    .where('users.role', '=', 'admin')
    .where('users.is_active', '=', true)
    .where('users.closed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw fieldError('substitute_id', '대신할 사람으로 다른 관리자를 선택해주세요.');
}
