import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { moneyMoves } from '#server/features/orders/money-moves.ts';
import { overdue, WORK_CONDITIONS } from '#server/features/orders/order-filters.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { DaySheet, Report } from '#shared/features/reports/schemas.ts';

type Period = { from: Date; to: Date };
type Sums = { captured: number; returned: number; orders: number };

/** Sums of the month: one row for each method, one for each service, and one for all. */
export type MoneyRow = Sums & {
  part: 'all' | 'method' | 'service';
  method: string | null;
  service_id: number | null;
  title: string | null;
};

/** Sums what was captured and what went back in the month, in one pass. */
export async function sumMoney(db: Db, month: Period): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    with summed as (
      select moves.method, orders.service_id, grouping(moves.method, orders.service_id) as left_out,
        coalesce(sum(moves.captured), 0)::bigint as captured, coalesce(sum(moves.returned), 0)::bigint as returned,
        count(*) filter (where moves.returned_on is null) as orders
      from (${moneyMoves(month)}) as moves join orders on orders.id = moves.order_id
      group by grouping sets ((moves.method), (orders.service_id), ())
    )
    select case left_out when 1 then 'method' when 2 then 'service' else 'all' end as part,
      summed.method, summed.service_id, services.title, summed.captured, summed.returned, summed.orders
    from summed left join services on services.id = summed.service_id
    order by summed.captured desc, summed.returned desc, summed.method, summed.service_id`.execute(db);
  return rows;
}

export type DayMove = Omit<DaySheet['moves'][number], 'at'> & { at: Date };

/** Lists what was captured and what went back on a day. */
export async function listMoves(db: Db, day: Period): Promise<DayMove[]> {
  const { rows } = await sql<DayMove>`
    select moves.moved_at as at, orders.id as order_id, orders.order_number, orders.service_title, moves.method,
      moves.receipt_id, moves.captured, moves.returned
    from (${moneyMoves(day)}) as moves join orders on orders.id = moves.order_id
    order by moves.moved_at, orders.id, moves.returned`.execute(db);
  return rows;
}

/** Lists the administrators who take cases or have open ones, with their work in the month. */
export async function listLawyers(db: Db, { from, to }: Period, now: Date): Promise<Report['by_lawyer']> {
  const isLate = sql`(${overdue(now)} or exists (select from order_steps s
    where s.order_id = o.id and s.done_at is null and s.due_on < ${koreanDayAt(now)}::date))`;
  const { rows } = await sql<Report['by_lawyer'][number]>`
    with cases as (
      select o.assignee_id, count(*) as open, count(*) filter (where ${isLate}) as late
      from orders o where ${WORK_CONDITIONS.open} and o.assignee_id is not null group by 1
    ), calls as (
      select assignee_id, count(*) filter (where contacted_at <= contact_by) as kept,
        count(*) filter (where coalesce(contacted_at, ${now}) > contact_by) as missed
      from orders
      where contact_by >= ${from} and contact_by < ${to} and assignee_id is not null
        and (status = 'confirmed' or contacted_at is not null)
      group by 1
    ), answers as (
      select assignee_id, round(avg(first_response_minutes))::int as minutes from conversations
      where first_asked_at is not null and first_response_minutes is not null and assignee_id is not null
        and first_answered_at >= ${from} and first_answered_at < ${to}
      group by 1
    )
    select person.id, coalesce(nullif(profile.name, ''), nullif(person.fullname, ''), person.user_id) as name,
      coalesce(cases.open, 0) as open, coalesce(cases.late, 0) as late, answers.minutes as first_answer_minutes,
      coalesce(calls.kept, 0) as calls_kept, coalesce(calls.missed, 0) as calls_missed
    from users person
    left join staff_profiles profile on profile.user_id = person.id
    left join cases on cases.assignee_id = person.id
    left join calls on calls.assignee_id = person.id
    left join answers on answers.assignee_id = person.id
    where person.role = 'admin' and person.closed_at is null
      and ((person.is_active and coalesce(profile.takes_cases, true)) or cases.open > 0 or calls.assignee_id is not null)
    order by 2, 1`.execute(db);
  return rows;
}
