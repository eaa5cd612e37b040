import { type RawBuilder, sql } from 'kysely';
import { RECORDED } from '#shared/rules/payments/payment-status.ts';

const CAPTURED_ONCE = sql`payment_attempts.order_id = orders.id and payment_attempts.state = any(${RECORDED})`;

/**
 * True when money of an order arrived once, so that the law about contracts and payments applies. Not judged by the
 * time of a receipt, which the provider may leave out.
 */
export const WAS_PAID = sql<boolean>`(orders.paid_at is not null or orders.paid_price > 0
  or exists (select from payment_attempts where ${CAPTURED_ONCE}))`;

/** When the last money of an order arrived; when it was placed, where none did. */
export const LAST_PAID_AT = sql<Date>`greatest(orders.created_at, orders.paid_at, (
  select max(coalesce(payment_attempts.paid_at, payment_attempts.created_at)) from payment_attempts
  where ${CAPTURED_ONCE}))`;

/** Condition on `orders`: the period of the e-commerce act for contracts and payments is over. */
export function isFiveYearsOld(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`${LAST_PAID_AT} <= ${now} - interval '5 years'`;
}

/** Condition on a table with `order_id`: the order is as old as `isFiveYearsOld` says. */
export function isOfFiveYearOldOrder(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`order_id in (select orders.id from orders where ${isFiveYearsOld(now)})`;
}
