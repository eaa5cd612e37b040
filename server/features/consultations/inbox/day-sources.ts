import { sql } from 'kysely';
import { type DaySource, selectDay } from '#server/features/day/day-source.ts';

/** Conversations that wait for an answer; the order's lawyer answers where no one else does. */
const messages: DaySource = {
  kind: 'message',
  rows: () =>
    selectDay(
      {
        id: sql`c.id`,
        order_id: sql`c.order_id`,
        user_id: sql`c.user_id`,
        assignee_id: sql`coalesce(c.assignee_id, o.assignee_id)`,
        since: sql`c.waiting_since`,
        title_sealed: sql`c.subject`,
        title_place: sql`'conversations.subject'`,
      },
      sql`conversations c left join orders o on o.id = c.order_id where c.status = 'waiting'`,
    ),
};

export const CONSULTATION_DAY: readonly DaySource[] = [messages];
