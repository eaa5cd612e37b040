import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';

/** The provider's type and status of a payment that was captured. */
const COMPLETED = 'PAYMENT_COMPLETED';
const PAID = 1;

/**
 * Whether our rows say already that the receipt of `w` pays for its order in full, with nothing
 * given back and no refund begun. What `w` says decides nothing: it only has to say the same.
 */
const IS_RECORDED: RawBuilder<boolean> = sql`exists (
  select from orders
  join payment_attempts on payment_attempts.order_id = orders.id
  where orders.order_number = w.order_number and orders.status = 'confirmed'
    and payment_attempts.receipt_id = w.receipt_id and payment_attempts.state = 'paid'
    and payment_attempts.amount = w.price and orders.price = w.price and orders.paid_price = w.price
    and payment_attempts.cancelled_amount = 0 and payment_attempts.returned_outside = 0
    and not exists (select from refunds where refunds.receipt_id = w.receipt_id))`;

/**
 * Stores a webhook that says what is recorded already as done, in one statement: no job, no call to
 * the provider. Returns false when it says anything else, or when its row waits or was unmatched:
 * then it goes the long way.
 */
export async function storeSettledWebhook(
  db: Db,
  { receipt_id, order_id, webhook_type, ...payload }: ValidWebhookBody,
  now: Date,
): Promise<boolean> {
  const { status, price, cancelled_price } = payload;
  // Without an amount it may be about a cancellation: providers differ in type and status of those.
  if (webhook_type !== COMPLETED || status !== PAID || cancelled_price !== 0 || price === null) return false;
  const { rows } = await sql`
    insert into payment_webhooks as known
      (receipt_id, order_number, webhook_type, cancelled_price, payload, state, due_at, waiting_since, received_at,
       last_received_at)
    select w.receipt_id, w.order_number, ${webhook_type}, 0, ${JSON.stringify(payload)}::jsonb, 'done', w.now, w.now,
      w.now, w.now
    from (select ${receipt_id}::text as receipt_id, ${order_id}::text as order_number, ${price}::integer as price,
      ${now}::timestamptz as now) w
    where ${IS_RECORDED}
    on conflict (receipt_id, webhook_type, cancelled_price, order_number) do update
      set times_received = known.times_received + 1, last_received_at = excluded.last_received_at
      where known.state = 'done'
    returning id`.execute(db);
  return rows.length === 1;
}

/**
 * Whether a stored webhook says only what is recorded by now, so that the provider need not be asked.
 * Not for one that was received again: only its last content is stored.
 */
export async function isSettledWebhook(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select receipt_id, order_number, (payload ->> 'price')::integer as price from payment_webhooks
      where id = ${id} and times_received = 1 and webhook_type = ${COMPLETED}
        and payload @> ${JSON.stringify({ status: PAID, cancelled_price: 0 })}::jsonb
    ) w
    where ${IS_RECORDED}`.execute(db);
  return rows.length === 1;
}
