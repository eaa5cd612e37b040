import { sql } from 'kysely';
import { type DaySource, selectDay } from '#server/features/day/day-source.ts';

/** Mails that were given up and that an administrator looks at. */
const failedMails: DaySource = {
  kind: 'mail',
  rows: () =>
    selectDay(
      {
        id: sql`m.id`,
        order_id: sql`(select o.id from orders o where o.id = case
          when m.params ->> 'orderId' ~ '^[0-9]{1,9}$' then (m.params ->> 'orderId')::integer end)`,
        person: sql`m.recipient`,
        since: sql`m.created_at`,
        title: sql`'보내지 못한 메일'`,
      },
      sql`mails m where m.state = 'failed' and m.needs_attention`,
    ),
};

export const MAIL_DAY: readonly DaySource[] = [failedMails];
