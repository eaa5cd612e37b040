import { sql } from 'kysely';
import { isFiveYearsOld } from '#server/features/orders/was-paid.ts';
import { COMMERCE, type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';

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
  rowsRule({
    table: 'refunds',
    data: "administrators' reasons of refunds",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) =>
      sql`reason_sealed is not null and order_id in (select orders.id from orders where ${isFiveYearsOld(now)})`,
    erase: sql`reason_sealed = null`,
  }),
  rowsRule({
    table: 'refund_proposals',
    data: 'reasons of refunds that two decide',
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) =>
      sql`note_sealed is not null and order_id in (select orders.id from orders where ${isFiveYearsOld(now)})`,
    erase: sql`note_sealed = null`,
  }),
  rowsRule({
    table: 'refund_proposals',
    data: 'answers of the second administrator about refunds',
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) =>
      sql`decision_note_sealed is not null and order_id in (select orders.id from orders where ${isFiveYearsOld(now)})`,
    erase: sql`decision_note_sealed = null`,
  }),
  rowsRule({
    table: 'refund_requests',
    data: "refund requests: the customer's reason and the answer",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`(reason_sealed is not null or note_sealed is not null)
      and order_id in (select orders.id from orders where ${isFiveYearsOld(now)})`,
    erase: sql`reason_sealed = null, note_sealed = null`,
  }),
];
