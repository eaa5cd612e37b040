import { sql } from 'kysely';
import { type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  rowsRule({
    table: 'notice_events',
    data: 'notices that were delivered or replaced',
    kept: '30 days',
    basis: 'questions about delivery',
    isOver: (now) => sql`planned_at is not null and created_at <= ${now} - interval '30 days' and not exists (
      select from notices left join mails on mails.id = notices.mail_id
      where notices.event_id = notice_events.id
        and (notices.due_at is not null or notices.state = 'failed' or mails.state in ('waiting', 'failed')))`,
  }),
  rowsRule({
    table: 'notice_events',
    data: 'failed notices',
    kept: '90 days, or until an administrator sends them again',
    basis: 'administrators send them again',
    isOver: (now) => sql`planned_at is not null and created_at <= ${now} - interval '90 days' and not exists (
      select from notices where notices.event_id = notice_events.id and notices.due_at is not null)`,
  }),
];
