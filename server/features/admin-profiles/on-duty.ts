import { type RawBuilder, sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';

/**
 * SQL of the administrator who reads what is for `userId` on a day in Korea: while they are away their
 * substitute, unless that account is no longer an administrator's.
 */
export function onDuty(userId: RawBuilder<unknown>, today: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select substitutes.id from staff_profiles
    join users substitutes on substitutes.id = staff_profiles.substitute_id
    where staff_profiles.user_id = ${userId} and staff_profiles.away_until >= ${today}
      and substitutes.role = 'admin' and substitutes.is_active and substitutes.closed_at is null), ${userId})`;
}

/** The administrator who reads what is for this one now. */
export async function findOnDuty(db: DbOrTrx, userId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ${onDuty(sql`${userId}::int`, sql`${koreanDayAt(now)}::date`)} as id`.execute(db);
  return rows[0]?.id ?? userId;
}
