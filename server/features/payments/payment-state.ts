import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AttemptState } from '#server/db/tables.ts';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/features/orders/order-row.ts';
import { AppError } from '#server/lib/errors.ts';

type KnownAttempt = { order_id: number; receipt_id: string; state: AttemptState; lease_until: Date };

/** What is known of an order and a receipt before the provider is asked. */
export type PaymentState = {
  order: OrderRow;
  /** This receipt, as this order has it. */
  own: KnownAttempt | undefined;
  /** Another receipt that holds the order. */
  other: KnownAttempt | undefined;
  /** The receipt belongs to another order for good. */
  isUsedElsewhere: boolean;
};

/** States that bind a receipt to its order. Unverified ones do not: anybody could have sent the number. */
const BINDING: readonly AttemptState[] = ['approving', 'issued', 'paid', 'cancelled'];
/** States in which an order is taken: no second payment may begin. */
export const HOLDING: readonly AttemptState[] = ['unverified', 'approving', 'issued', 'paid'];

/** Reads, in one statement and without locks, what decides how to go on with a receipt. */
export async function getPaymentState(db: DbOrTrx, orderId: number, receiptId: string): Promise<PaymentState> {
  const row = await db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select([
            'payment_attempts.order_id',
            'payment_attempts.receipt_id',
            'payment_attempts.state',
            'payment_attempts.lease_until',
          ])
          .where((or) =>
            or.or([
              or('payment_attempts.order_id', '=', orderId),
              or.and([or('payment_attempts.receipt_id', '=', receiptId), or('payment_attempts.state', 'in', BINDING)]),
            ]),
          ),
      ).as('attempts'),
    )
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  const { attempts: rows, ...order } = row;
  const attempts = rows.map((attempt) => ({ ...attempt, lease_until: new Date(attempt.lease_until) }));
  return {
    order,
    own: attempts.find((attempt) => attempt.order_id === orderId && attempt.receipt_id === receiptId),
    other: attempts.find(
      (attempt) => attempt.order_id === orderId && attempt.receipt_id !== receiptId && HOLDING.includes(attempt.state),
    ),
    isUsedElsewhere: attempts.some((attempt) => attempt.order_id !== orderId),
  };
}
