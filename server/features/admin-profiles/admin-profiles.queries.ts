import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AdminProfile } from '#shared/features/admin-profiles/schemas.ts';

async function selectAdminProfiles(db: DbOrTrx, where: RawBuilder<unknown>): Promise<AdminProfile[]> {
  const { rows } = await sql<AdminProfile>`
    select users.id, users.user_id, users.fullname, coalesce(profile.name, '') as name, coalesce(profile.title, '') as title,
      coalesce(profile.takes_cases, true) as takes_cases,
      (select count(*) from orders where orders.assignee_id = users.id and orders.status = 'confirmed'
        and orders.work_closed_at is null) as open_orders
    from users left join staff_profiles profile on profile.user_id = users.id
    where users.role = 'admin' and users.closed_at is null and ${where}
    order by coalesce(nullif(profile.name, ''), nullif(users.fullname, ''), users.user_id), users.id`.execute(db);
  return rows;
}

/** All administrators, by name. */
export function listAdminProfiles(db: DbOrTrx): Promise<AdminProfile[]> {
  return selectAdminProfiles(db, sql`true`);
}

/** An administrator; throws USER_NOT_FOUND, also for customers. */
export async function getAdminProfile(db: DbOrTrx, userId: number): Promise<AdminProfile> {
  const [member] = await selectAdminProfiles(db, sql`users.id = ${userId}`);
  if (!member) throw new AppError('USER_NOT_FOUND');
  return member;
}
