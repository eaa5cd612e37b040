import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { OrderFacts } from '#shared/rules/payments/payment-decision.ts';
import { type AttemptState, BINDING, HOLDING, isOneOf } from '#shared/rules/payments/payment-status.ts';
import type { PayableOrder } from '../order-money.ts';
import type { PaymentDeps } from '../payment-deps.ts';

/** The state of an attempt that a decision depends on. */
export type KnownAttempt = {
  order_id: number;
  receipt_id: string;
  state: AttemptState;
  amount: number | null;
  cancelled_amount: number;
  /** True when another caller holds the lease, by the database's clock. */
  is_leased: boolean;
  /** The open refund of the receipt, by its id at the provider. There is at most one. */
  open_refund: string | null;
};

/** State of an order and a receipt before calling the provider. */
export type PaymentState = {
  order: PayableOrder;
  /** The order's attempt with this receipt. */
  own: KnownAttempt | undefined;
  /** Another receipt that holds the order. */
  other: KnownAttempt | undefined;
  /** The receipt belongs to another order permanently. */
  isUsedElsewhere: boolean;
};

type Attempts = readonly Pick<KnownAttempt, 'receipt_id' | 'state'>[];

/** Finds the receipt other than `receiptId` that holds the order. */
export function findHolder<Row extends Attempts[number]>(attempts: readonly Row[], receiptId: string): Row | undefined {
  return attempts.find((attempt) => attempt.receipt_id !== receiptId && isOneOf(HOLDING, attempt.state));
}

/** Builds the order for `decidePayment`; `holder` is the receipt that holds it. */
export function orderFactsOf(
  { acceptsTestPayments }: Pick<PaymentDeps, 'acceptsTestPayments'>,
  order: PayableOrder,
  holder: Attempts[number] | undefined,
): OrderFacts {
  return {
    orderNumber: order.order_number,
    priceWon: order.price,
    status: order.status,
    // A payment recorded by hand has no receipt, but holds the order as well.
    isHeld: holder?.state === 'issued' || holder?.state === 'paid' || order.paid_price > 0,
    acceptsTestPayments,
  };
}

/** Reads the state for the next step of a receipt in one statement, without locks. */
export async function getPaymentState(db: DbOrTrx, orderId: number, receiptId: string): Promise<PaymentState> {
  const row = await db
    .selectFrom('orders')
    .select(['orders.id', 'orders.order_number', 'orders.user_id', 'orders.price'])
    .select(['orders.status', 'orders.paid_price', 'orders.assignee_id'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_attempts')
          .select(['payment_attempts.order_id', 'payment_attempts.receipt_id'])
          .select(['payment_attempts.state', 'payment_attempts.amount', 'payment_attempts.cancelled_amount'])
          .select(sql<boolean>`payment_attempts.lease_until > now()`.as('is_leased'))
          .select((refund) =>
            refund
              .selectFrom('refunds')
              .select('refunds.cancel_id')
              .whereRef('refunds.receipt_id', '=', 'payment_attempts.receipt_id')
              // Written out, not a parameter: `refunds_one_open_key` has open refunds alone.
              .where('refunds.state', '=', sql.lit('requested'))
              .as('open_refund'),
          )
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
  const { attempts, ...order } = row;
  const ours = attempts.filter((attempt) => attempt.order_id === orderId);
  return {
    order,
    own: ours.find((attempt) => attempt.receipt_id === receiptId),
    other: findHolder(ours, receiptId),
    isUsedElsewhere: attempts.length > ours.length,
  };
}
