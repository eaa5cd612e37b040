import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/transaction.ts';

/**
 * Reads pending orders older than a time, oldest first, each with all its receipts from browsers
 * and webhooks. The provider's API has no search by order number, so an order without a receipt
 * cannot be checked. Omits receipts that an administrator dropped.
 */
export async function listExpired(db: Db, before: Date, limit: number): Promise<{ id: number; receipts: string[] }[]> {
  const rows = await db
    .selectFrom('orders')
    .select('orders.id')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select('payment_attempts.receipt_id')
          .whereRef('payment_attempts.order_id', '=', 'orders.id')
          .where('payment_attempts.dropped_at', 'is', null)
          .union(
            eb
              .selectFrom('payment_webhooks')
              .select('payment_webhooks.receipt_id')
              .whereRef('payment_webhooks.order_number', '=', 'orders.order_number')
              // The provider may show a receipt long after it announced it.
              .where('payment_webhooks.state', 'in', ['new', 'unknown']),
          ),
      ).as('attempts'),
    )
    .where('orders.status', '=', 'pending')
    .where('orders.created_at', '<', before)
    // Skip orders that an administrator reset or reopened: the payment window restarts.
    .where('orders.paid_price', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('order_events')
            .select('order_events.id')
            .whereRef('order_events.order_id', '=', 'orders.id')
            .where('order_events.actor', '=', 'admin')
            .where('order_events.created_at', '>=', before),
        ),
      ),
    )
    .orderBy('orders.created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id, attempts }) => ({ id, receipts: attempts.map((attempt) => attempt.receipt_id) }));
}
