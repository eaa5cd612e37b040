import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/db/tables.ts';
import { STEP_COLUMNS } from './step-row.ts';

type OrderQuery = ExpressionBuilder<Database, 'orders'>;

/** Selects the steps of an order, in their order. */
export function stepsOf(eb: OrderQuery) {
  return jsonArrayFrom(
    eb
      .selectFrom('order_steps')
      .select(STEP_COLUMNS)
      .whereRef('order_steps.order_id', '=', 'orders.id')
      .orderBy('order_steps.position')
      .orderBy('order_steps.id'),
  ).as('steps');
}

/** Selects the call that the customer has booked and the firm has not made yet. */
export function bookedCallOf(eb: OrderQuery) {
  return jsonObjectFrom(
    eb
      .selectFrom('callbacks')
      .select(['callbacks.starts_at', 'callbacks.ends_at', 'callbacks.whom', 'callbacks.booked_by'])
      .whereRef('callbacks.order_id', '=', 'orders.id')
      .where('callbacks.contacted_at', 'is', null),
  ).as('callback');
}
