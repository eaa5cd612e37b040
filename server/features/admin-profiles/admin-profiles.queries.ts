import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { endOfKoreanDay, koreanDayAt } from '#server/lib/korean-day.ts';
import { wireTime, wireTimeOrNull } from '#server/lib/wire-time.ts';
import type { AdminProfile, AdminStanding, StaffMember } from '#shared/features/admin-profiles/schemas.ts';

/** An absence as stored; it may be over. */
export type ProfileRow = AdminProfile & { away_until: string | null; substitute_id: number | null };

async function selectAdminProfiles(db: DbOrTrx, where: RawBuilder<unknown>): Promise<ProfileRow[]> {
  const { rows } = await sql<ProfileRow>`
    select users.id, users.fullname, coalesce(profile.name, '') as name, coalesce(profile.title, '') as title,
      coalesce(profile.takes_cases, true) as takes_cases, profile.away_until, profile.substitute_id,
      (select count(*) from orders where orders.assignee_id = users.id and orders.status = 'confirmed'
        and orders.work_closed_at is null) as open_cases
    from users left join staff_profiles profile on profile.user_id = users.id
    where users.role = 'admin' and users.closed_at is null and ${where}
    order by coalesce(nullif(profile.name, ''), nullif(users.fullname, ''), users.user_id), users.id`.execute(db);
  return rows;
}

/** Leaves an absence out that is over, or that there is none of. */
export function presentAdminProfile({ away_until, substitute_id, ...profile }: ProfileRow, now: Date): StaffMember {
  return away_until === null || away_until < koreanDayAt(now) ? profile : { ...profile, away_until, substitute_id };
}

/** All administrators, by name. */
export async function listAdminProfiles(db: DbOrTrx, now: Date): Promise<StaffMember[]> {
  return (await selectAdminProfiles(db, sql`true`)).map((row) => presentAdminProfile(row, now));
}

type StandingRow = Omit<AdminStanding, 'last_login_at' | 'is_away_until'> & { id: number; last_login_at: Date | null };

/** All administrators with how they log in and what they may do, by name. */
export async function listStaff(db: DbOrTrx, now: Date): Promise<StaffMember[]> {
  const { rows } = await sql<StandingRow>`
    select users.id, users.user_id, users.is_active,
      array(select p.permission from user_permissions p where p.user_id = users.id order by p.permission) as permissions,
      (select max(e.created_at) from login_events e where e.user_id = users.id and e.result = 'success') as last_login_at,
      (select count(*) from sessions s where s.user_id = users.id and s.expires_at > ${now}) as sessions
    from users where users.role = 'admin' and users.closed_at is null`.execute(db);
  const standings = new Map(rows.map(({ id, ...standing }) => [id, standing]));
  return (await listAdminProfiles(db, now)).map((profile) => {
    const standing = standings.get(profile.id);
    if (!standing) return profile;
    const is_away_until = profile.away_until ? wireTime(endOfKoreanDay(profile.away_until)) : null;
    return { ...profile, ...standing, last_login_at: wireTimeOrNull(standing.last_login_at), is_away_until };
  });
}

/** An administrator; throws USER_NOT_FOUND, also for customers. */
export async function getAdminProfile(db: DbOrTrx, userId: number): Promise<ProfileRow> {
  const [member] = await selectAdminProfiles(db, sql`users.id = ${userId}`);
  if (!member) throw new AppError('USER_NOT_FOUND');
  return member;
}
