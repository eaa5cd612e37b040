import { sql } from 'kysely';
import { type DaySource, endOfDay, selectDay } from '#server/features/day/day-source.ts';
import { findConflictingOrders } from '../conflicts/find-conflicting-orders.ts';
import { UNASSIGNED, UNCONTACTED, WORK_CONDITIONS } from '../order-filters.ts';

const ORDER = { id: sql`o.id`, order_id: sql`o.id`, assignee_id: sql`o.assignee_id` };

/** The newest call of an order says when the firm calls next. */
const AGAIN = sql`(select c.again_at from order_calls c where c.order_id = o.id order by c.id desc limit 1)`;

/** Calls that the firm has promised: the first one, and the next one after an attempt. */
const calls: DaySource = {
  kind: 'call',
  rows: () => {
    const first = selectDay(
      {
        ...ORDER,
        due_at: sql`coalesce(${AGAIN}, o.contact_by)`,
        since: sql`o.paid_at`,
        title: sql`case when ${AGAIN} is null then '첫 통화' else '다시 전화' end`,
      },
      sql`orders o where ${UNCONTACTED}`,
    );
    const again = selectDay(
      { ...ORDER, due_at: sql`c.again_at`, since: sql`c.called_at`, title: sql`'다시 전화'` },
      sql`orders o cross join lateral (
          select called_at, again_at from order_calls where order_id = o.id order by id desc limit 1) as c
        where c.again_at is not null and ${WORK_CONDITIONS.open} and (${UNCONTACTED}) is not true`,
    );
    return sql`${first} union all ${again}`;
  },
};

const unassigned: DaySource = {
  kind: 'unassigned',
  rows: () =>
    selectDay({ ...ORDER, since: sql`o.paid_at`, title: sql`'담당자 배정'` }, sql`orders o where ${UNASSIGNED}`),
};

/** Steps that have a day, private ones too. */
const steps: DaySource = {
  kind: 'step',
  rows: () =>
    selectDay(
      { ...ORDER, id: sql`s.id`, due_at: endOfDay(sql`s.due_on`), since: sql`s.created_at`, title: sql`s.title` },
      sql`order_steps s join orders o on o.id = s.order_id
        where s.done_at is null and s.due_on is not null and ${WORK_CONDITIONS.open}`,
    ),
};

const conflicts: DaySource = {
  kind: 'conflict',
  rows: async (reading) =>
    selectDay(
      { ...ORDER, since: sql`o.created_at`, title: sql`'이해충돌 확인'` },
      sql`orders o where o.id = any(${await findConflictingOrders(reading)}::integer[])`,
    ),
};

export const ORDER_DAY: readonly DaySource[] = [calls, unassigned, steps, conflicts];
