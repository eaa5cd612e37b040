import { sql } from 'kysely';
import { type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  rowsRule({
    table: 'mails',
    data: 'sent mails',
    kept: '30 days',
    basis: 'questions about delivery',
    isOver: (now) => sql`state = 'sent' and created_at <= ${now} - interval '30 days'`,
  }),
  rowsRule({
    table: 'mails',
    data: 'failed mails',
    kept: '90 days, or until an administrator sends them again',
    basis: 'administrators send them again',
    isOver: (now) => sql`state = 'failed' and created_at <= ${now} - interval '90 days'`,
  }),
];
