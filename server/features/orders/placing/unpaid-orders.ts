import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { OrdersTable } from '#server/db/tables.ts';
import type { Trx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** Unpaid orders that a user may make in 24 hours (contract §3). */
const UNPAID_PER_DAY = 60;
/** A pending order is reused only while its payment window (30 minutes, spec §9) has time left. */
const REUSABLE_MS = 20 * MINUTE_MS;

/**
 * Columns that make two purchases the same. An order is a copy (contract §3), so a changed service
 * or soldier needs another order, and changed terms need another consent.
 */
const PURCHASE = [
  'user_id',
  'soldier_id',
  'service_id',
  'service_title',
  'category',
  'selected_plan',
  'plan_description',
  'price',
  'soldier',
  'agreed_terms',
] as const;

export type Purchase = Pick<Selectable<OrdersTable>, (typeof PURCHASE)[number]>;
type UnpaidOrder = Purchase &
  Pick<Selectable<OrdersTable>, 'id' | 'order_number' | 'status' | 'created_at'> & { seconds_left: number };

/**
 * Lists the orders that a user made in the last 24 hours and has not paid, newest first, with the
 * time until each is a day old. By the database's clock, which set their times.
 */
export function listUnpaidOrders(trx: Trx, userId: number): Promise<UnpaidOrder[]> {
  return trx
    .selectFrom('orders')
    .select([...PURCHASE, 'id', 'order_number', 'status', 'created_at'])
    .select(sql<number>`extract(epoch from created_at + interval '24 hours' - now())::float8`.as('seconds_left'))
    .where('user_id', '=', userId)
    .where('paid_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .orderBy('id', 'desc')
    .execute();
}

/** Finds the newest pending order for the same purchase that can still be paid. */
export function findReusableOrder(
  unpaid: readonly UnpaidOrder[],
  purchase: Purchase,
  now: Date,
): UnpaidOrder | undefined {
  return unpaid.find(
    (order) =>
      order.status === 'pending' &&
      now.getTime() - order.created_at.getTime() < REUSABLE_MS &&
      PURCHASE.every((column) => isDeepStrictEqual(order[column], purchase[column])),
  );
}

/**
 * Refuses one unpaid order too many. Counts orders instead of calls, so that a payment makes room
 * again.
 * @throws AppError TOO_MANY_REQUESTS with the time until the oldest order is a day old
 */
export function refuseTooManyUnpaid(unpaid: readonly UnpaidOrder[]): void {
  if (unpaid.length < UNPAID_PER_DAY) return;
  const secondsLeft = Math.min(...unpaid.map(({ seconds_left }) => seconds_left));
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) });
}
