import { sql } from 'kysely';
import { type DaySource, selectDay } from '#server/features/day/day-source.ts';

/** Booked calls that were not made; of an order that is over none is left. */
const bookedCalls: DaySource = {
  kind: 'booked_call',
  rows: () =>
    selectDay(
      {
        id: sql`b.id`,
        order_id: sql`o.id`,
        assignee_id: sql`o.assignee_id`,
        due_at: sql`b.starts_at`,
        since: sql`b.created_at`,
        title: sql`case b.whom when 'soldier' then '예약된 통화 (군인)' else '예약된 통화' end`,
      },
      sql`callbacks b join orders o on o.id = b.order_id where b.contacted_at is null`,
    ),
};

export const CALLBACK_DAY: readonly DaySource[] = [bookedCalls];
