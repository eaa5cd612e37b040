import { sql } from 'kysely';
import { sealedOfOrderRule } from '#server/features/orders/retention.ts';
import { type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  rowsRule({
    table: 'payment_webhooks',
    data: 'webhooks: processed, or handled by an administrator',
    kept: '90 days',
    basis: 'questions about payments',
    isOver: (now) =>
      sql`(state = 'done' or handled_at is not null) and last_received_at <= ${now} - interval '90 days'`,
  }),
  rowsRule({
    table: 'payment_webhooks',
    data: 'webhooks about receipts that are none of our payments',
    kept: '30 days',
    basis: 'they cannot fill the table (decision 018)',
    isOver: (now) => sql`state <> 'new' and handled_at is null and last_received_at <= ${now} - interval '30 days'
      and not exists (select from payment_attempts where payment_attempts.receipt_id = payment_webhooks.receipt_id)`,
  }),
  sealedOfOrderRule({ table: 'refunds', data: "administrators' reasons of refunds", columns: ['reason_sealed'] }),
  sealedOfOrderRule({
    table: 'refund_proposals',
    data: 'reasons of refunds that two decide',
    columns: ['note_sealed'],
  }),
  sealedOfOrderRule({
    table: 'refund_proposals',
    data: 'answers of the second administrator about refunds',
    columns: ['decision_note_sealed'],
  }),
  sealedOfOrderRule({
    table: 'refund_requests',
    data: "refund requests: the customer's reason and the answer",
    columns: ['reason_sealed', 'note_sealed'],
  }),
];
