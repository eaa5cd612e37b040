import { type RawBuilder, sql } from 'kysely';
import type { DayReading, DaySource } from '#server/features/day/day-source.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { DAY_KINDS, type DayKind } from '#shared/features/day/kinds.ts';

/** Items of a day. More cannot be done in one, and `counts` has all. */
const MOST = 500;

export type DayRow = {
  kind: DayKind;
  id: number;
  due_at: Date | null;
  is_late: boolean;
  order_id: number | null;
  order_number: string | null;
  customer: string;
  soldier: string | null;
  title: string | null;
  title_sealed: Buffer | null;
  title_place: `${string}.${string}` | null;
  assignee: { id: number; name: string } | null;
  /** All kinds of the case. */
  kinds: DayKind[];
  /** Counts of all cases by kind; the same in each row. */
  counts: Partial<Record<DayKind, number>>;
};

type Wanted = {
  sources: readonly DaySource[];
  /** Only what is theirs. */
  assigneeId: number | undefined;
};

/** The rows of every source with the kind, and with its rank among equally urgent ones. */
async function rowsOf(reading: DayReading, sources: readonly DaySource[]): Promise<RawBuilder<unknown>> {
  const all = sources.map(async ({ kind, rows }) => {
    const rank = DAY_KINDS.indexOf(kind);
    return sql`select ${kind}::text as kind, ${rank}::integer as rank, found.* from (${await rows(reading)}) as found`;
  });
  return sql.join(await Promise.all(all), sql` union all `);
}

/** Covers an administrator, no one, and those who are away and whose substitute the administrator is. */
function theirs(assigneeId: number, now: Date): RawBuilder<unknown> {
  return sql`(coalesce(assignee_id, ${assigneeId}) = ${assigneeId} or assignee_id in (
    select user_id from staff_profiles where substitute_id = ${assigneeId} and away_until >= ${koreanDayAt(now)}))`;
}

/** Reads all that waits, each case once with its most urgent kind: late ones first, then by time. */
export async function readDay(reading: DayReading, { sources, assigneeId }: Wanted): Promise<DayRow[]> {
  if (sources.length === 0) return [];
  const isTheirs = assigneeId === undefined ? sql`true` : theirs(assigneeId, reading.now);
  const { rows } = await sql<DayRow>`
    with found as (
      select *, coalesce(due_at < ${reading.now}, false) as is_late,
        coalesce('order ' || order_id, kind || ' ' || id) as matter
      from (${await rowsOf(reading, sources)}) as waiting
    ), ranked as (
      select *, row_number() over urgency as place, array_agg(kind) over (partition by matter) as kinds
      from found where ${isTheirs}
      window urgency as (partition by matter order by is_late desc, due_at, rank, since, id)
    ), matters as (select * from ranked where place = 1),
    counted as (select jsonb_object_agg(kind, number) as counts from (
      select kind, count(*) as number from matters group by kind) as by_kind),
    first as (select * from matters order by is_late desc, due_at, rank, since, id limit ${MOST})
    select first.kind, first.id, first.due_at, first.is_late, orders.id as order_id, orders.order_number,
      coalesce(nullif(users.fullname, ''), users.user_id, first.person, '') as customer,
      orders.soldier ->> 'fullname' as soldier, first.title, first.title_sealed, first.title_place, first.kinds,
      case when staff.id is not null then jsonb_build_object('id', staff.id,
        'name', coalesce(nullif(profile.name, ''), nullif(staff.fullname, ''), staff.user_id)) end as assignee,
      counted.counts
    from first cross join counted
    left join orders on orders.id = first.order_id
    left join users on users.id = coalesce(orders.user_id, first.user_id)
    left join users staff on staff.id = first.assignee_id
    left join staff_profiles profile on profile.user_id = staff.id
    order by first.is_late desc, first.due_at, first.rank, first.since, first.id`.execute(reading.db);
  return rows;
}
