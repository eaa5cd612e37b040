import { sql } from 'kysely';
import { COMMERCE, type RetentionRule, rowsRule } from '#server/registry/retention-rule.ts';
import { isFiveYearsOld, isOfFiveYearOldOrder, WAS_PAID } from './was-paid.ts';

type Sealed = Pick<Parameters<typeof rowsRule>[0], 'table' | 'data'> & { columns: readonly string[] };

/**
 * Erases people's words in rows of orders that stay, five years after the last payment (decision
 * 045). The table has an `order_id`.
 */
export function sealedOfOrderRule({ table, data, columns }: Sealed): RetentionRule {
  const isKept = columns.map((column) => sql`${sql.ref(column)} is not null`);
  return rowsRule({
    table,
    data,
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`(${sql.join(isKept, sql` or `)})
      and ${isOfFiveYearOldOrder(now)}`,
    erase: sql.join(columns.map((column) => sql`${sql.ref(column)} = null`)),
  });
}

/**
 * Money, or a report about money, has met the order: a payment that failed counts, and an order
 * that an administrator had confirmed by hand.
 */
const HAS_PAYMENT_TRACE = sql`(paid_price > 0 or paid_at is not null
  or exists (select from payment_attempts where payment_attempts.order_id = orders.id)
  or exists (select from payment_events where payment_events.order_id = orders.id)
  or exists (select from payment_webhooks where payment_webhooks.order_number = orders.order_number)
  or exists (select from payment_differences where payment_differences.order_id = orders.id)
  or exists (select from refunds where refunds.order_id = orders.id)
  or exists (select from refund_requests where refund_requests.order_id = orders.id)
  or exists (select from refund_proposals where refund_proposals.order_id = orders.id)
  or exists (select from order_events where order_events.order_id = orders.id and order_events.status = 'confirmed'))`;
/** An order holds this about people, beside the account. */
const HAS_PERSONAL_COPY = sql`
  (soldier is not null or case_description_sealed is not null or deadline_on is not null
    or contact_window <> '')`;
const ERASE_PERSONAL_COPY = sql`soldier = null, case_description_sealed = null, deadline_on = null,
  contact_window = ''`;
/** Holds what is deleted or erased after its period (decision 012). */
export const RETENTION: readonly RetentionRule[] = [
  rowsRule({
    table: 'orders',
    data: "a closed account's orders: soldier, case and call times",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    isOver: (now) => sql`${HAS_PERSONAL_COPY}
      and user_id in (select user_id from retained_buyers where keep_until <= ${now})`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'orders',
    data: 'unpaid orders without any payment',
    kept: '90 days',
    basis: 'no contract was made',
    every: 'day',
    isOver: (now) => sql`status in ('cancelled', 'error') and created_at <= ${now} - interval '90 days'
      and not ${HAS_PAYMENT_TRACE}`,
  }),
  rowsRule({
    table: 'orders',
    data: 'orders that were never paid: soldier, case and call times',
    kept: '90 days',
    basis: 'no contract was made',
    every: 'day',
    isOver: (now) => sql`status in ('cancelled', 'error') and ${HAS_PERSONAL_COPY} and not ${WAS_PAID}
      and created_at <= ${now} - interval '90 days'`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'orders',
    data: 'paid orders of open accounts: soldier, case and call times',
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`${HAS_PERSONAL_COPY} and ${isFiveYearsOld(now)}`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'order_notes',
    data: "administrators' notes on orders",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: isOfFiveYearOldOrder,
  }),
  rowsRule({
    table: 'order_proofs',
    data: 'receipts for the tax office',
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: isOfFiveYearOldOrder,
  }),
  rowsRule({
    table: 'order_opponents',
    data: 'names of the other side of cases',
    kept: 'five years after the last payment; 90 days without one',
    basis: 'an attorney may not act for both sides (변호사법 31조)',
    every: 'day',
    isOver: (now) => sql`order_id in (select orders.id from orders where ${isFiveYearsOld(now)}
      or (orders.status in ('cancelled', 'error') and not ${WAS_PAID} and orders.created_at <= ${now} - interval '90 days'))`,
  }),
  sealedOfOrderRule({
    table: 'order_events',
    data: "administrators' words in the timeline of orders",
    columns: ['note_sealed'],
  }),
  sealedOfOrderRule({ table: 'order_calls', data: 'notes on calls to buyers', columns: ['note_sealed'] }),
  sealedOfOrderRule({ table: 'order_steps', data: 'notes on the steps of orders', columns: ['note_sealed'] }),
];
