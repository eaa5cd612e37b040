import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { PaymentEventsTable } from '#server/db/tables.ts';
import type { Db } from '#server/db/transaction.ts';
import { readRefundReason, type TextReader } from '#server/features/orders/order-texts.ts';
import { AppError } from '#server/lib/errors.ts';

/** Times in JSON built by the database are text. */
type EventRow = Omit<Selectable<PaymentEventsTable>, 'order_id' | 'at'> & { at: string };

/** An administrator's words about a refund are kept in its row alone. */
const HAS_OWN_REASON = sql<boolean>`payment_events.kind = 'refund_asked' and payment_events.note = ''`;

/**
 * Reads the newest payment events of an order, oldest first, with its owner; throws
 * ORDER_NOT_FOUND.
 */
export async function getPaymentEvents(
  { db, dataKeys }: { db: Db; dataKeys: TextReader },
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
          .select((of) =>
            jsonObjectFrom(
              of
                .selectFrom('refunds')
                .select(['refunds.id', 'refunds.reason', 'refunds.reason_sealed'])
                .whereRef('refunds.cancel_id', '=', 'payment_events.cancel_id')
                .where(HAS_OWN_REASON),
            ).as('refund'),
          )
          .whereRef('payment_events.order_id', '=', 'orders.id')
          .orderBy('payment_events.id', 'desc')
          .limit(limit),
      ).as('events'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  const events = row.events.map(({ refund, ...event }) =>
    refund ? { ...event, note: readRefundReason(dataKeys, refund) } : event,
  );
  return { userId: row.user_id, events: events.toReversed() };
}
