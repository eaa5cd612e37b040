import { sql } from 'kysely';
import type { CaseViewsTable } from '#server/db/tables/participants.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { Area } from '#shared/rules/case-access/areas.ts';
import { actsAsGuardian } from '#shared/rules/case-access/case-access.ts';
import type { CaseAccess } from './participants.access.ts';

type Reading = Pick<CaseViewsTable, 'order_id' | 'user_id' | 'role'> & { areas: readonly Area[]; now: Date };

/** Keeps the first reading of each area on a day, where there is a client to show it to. */
async function recordReading(db: DbOrTrx, { order_id, user_id, role, areas, now }: Reading): Promise<void> {
  if (areas.length === 0) return;
  await sql`
    insert into case_views (order_id, user_id, role, area, day, viewed_at)
    select orders.id, ${user_id}::integer, ${role}::text, area, ${koreanDayAt(now)}::date, ${now}::timestamptz
    from orders, unnest(${areas}::text[]) as area
    where orders.id = ${order_id} and (orders.soldier ->> 'relationship' = '본인' or exists (
      select from participants
      where participants.order_id = orders.id and participants.role = 'client' and participants.state = 'joined'))
    on conflict do nothing`.execute(db);
}

/**
 * Records that the payer read shared areas of a case, or a guardian the letter; what the payer reads without a share is
 * the payer's own.
 */
export async function recordPersonsView(
  db: DbOrTrx,
  access: CaseAccess,
  areas: readonly Area[],
  now: Date,
): Promise<void> {
  const { orderId, userId, role, shares } = access;
  if (role !== 'payer' && role !== 'guardian') return;
  const isGuardian = actsAsGuardian(access);
  const isRead = (area: Area) => (isGuardian && area === 'letter') || (role === 'payer' && shares.includes(area));
  const read = areas.filter(isRead);
  await recordReading(db, { order_id: orderId, user_id: userId, role, areas: read, now });
}

/** Records that an administrator read areas of a case. */
export async function recordFirmsView(
  db: DbOrTrx,
  { orderId, adminId }: { orderId: number; adminId: number },
  areas: readonly Area[],
  now: Date,
): Promise<void> {
  await recordReading(db, { order_id: orderId, user_id: adminId, role: 'firm', areas, now });
}
