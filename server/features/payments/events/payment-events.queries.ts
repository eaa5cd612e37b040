import type { Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { PaymentEventsTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';

/** Times in JSON built by the database are text. */
type EventRow = Omit<Selectable<PaymentEventsTable>, 'order_id' | 'at'> & { at: string };

/**
 * Reads the newest payment events of an order, oldest first, with its owner; throws
 * ORDER_NOT_FOUND.
 */
export async function getPaymentEvents(
  db: Db,
  orderId: number,
  limit: number,
): Promise<{ userId: number; events: EventRow[] }> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      'orders.user_id',
      jsonArrayFrom(
        eb
          .selectFrom('payment_events')
          .select(['payment_events.id', 'payment_events.at', 'payment_events.kind', 'payment_events.receipt_id'])
          .select(['payment_events.amount', 'payment_events.cancel_id', 'payment_events.note'])
          .whereRef('payment_events.order_id', '=', 'orders.id')
          .orderBy('payment_events.id', 'desc')
          .limit(limit),
      ).as('events'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  return { userId: row.user_id, events: row.events.toReversed() };
}
