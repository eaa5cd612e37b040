import { type RawBuilder, sql } from 'kysely';
import { compileOnce, type Slots } from '#server/db/statements/compile-once.ts';
import { NO_DISK_WAIT } from '#server/db/statements/no-disk-wait.ts';
import type { Db } from '#server/db/transaction.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';

/** The provider's type and status of a payment that was captured. */
const COMPLETED = 'PAYMENT_COMPLETED';
const PAID = 1;

/**
 * The payment that `w` names by receipt and order number. Conditions on states come after it:
 * before the tables have statistics, PostgreSQL would look for them by the index of states, and
 * read all confirmed orders for each webhook.
 */
const NAMED_PAYMENT = sql`(
  select payment_attempts.*, orders.status as order_status, orders.price as order_price, orders.paid_price
  from payment_attempts join orders on orders.id = payment_attempts.order_id
  where payment_attempts.receipt_id = w.receipt_id and orders.order_number = w.order_number offset 0) as named`;

/**
 * Whether our rows already record that the receipt of `w` pays for its order in full, with nothing
 * refunded and no refund begun. The content of `w` decides nothing: it only has to agree.
 */
const IS_RECORDED: RawBuilder<boolean> = sql`exists (
  select from ${NAMED_PAYMENT}
  where named.order_status = 'confirmed' and named.state = 'paid'
    and named.amount = w.price and named.order_price = w.price and named.paid_price = w.price
    and named.cancelled_amount = 0 and named.returned_outside = 0
    and not exists (select from refunds where refunds.receipt_id = w.receipt_id))`;

/** Maximum of rows per known receipt; further webhooks are stored as repeats of one of them. */
export const MOST_ROWS_PER_RECEIPT = 30;

/** Whether `w` names an order of ours and one of its payments. */
const IS_KNOWN: RawBuilder<boolean> = sql`exists (select from ${NAMED_PAYMENT})`;

const IS_FULL: RawBuilder<boolean> = sql`exists (
  select from payment_webhooks other
  where other.receipt_id = w.receipt_id and other.order_number = w.order_number and other.handled_at is null
  offset ${sql.lit(MOST_ROWS_PER_RECEIPT - 1)})`;

/**
 * Whether the intent to approve the payment of `w` is committed: then the job reads the outcome
 * even if `w` is lost.
 */
const IS_APPROVING: RawBuilder<boolean> = sql`exists (select from ${NAMED_PAYMENT} where named.state = 'approving')`;

type Stored = {
  receipt_id: string;
  order_number: string;
  webhook_type: string;
  cancelled_price: number;
  price: number | null;
  payload: string;
  may_repeat: boolean;
  now: Date;
};

// The setting ends with the statement, which is a transaction of its own.
const insertForReceipt = compileOnce((_db, slot: Slots<Stored>) => {
  const [webhookType, cancelledPrice] = [slot('webhook_type'), slot('cancelled_price')];
  return sql<{ state: 'done' | 'new' }>`
    with w as materialized (
      select w.*, w.may_repeat and ${IS_RECORDED} as is_recorded
      from (select ${slot('receipt_id')}::text as receipt_id, ${slot('order_number')}::text as order_number,
        ${slot('price')}::integer as price, ${slot('may_repeat')}::boolean as may_repeat, ${slot('now')}::timestamptz as now) w
    ), hurried as materialized (
      select ${NO_DISK_WAIT} from w where w.is_recorded or (w.may_repeat and ${IS_APPROVING})
    )
    insert into payment_webhooks as known
      (receipt_id, order_number, webhook_type, cancelled_price, payload, state, due_at, waiting_since, received_at,
       last_received_at)
    select w.receipt_id, w.order_number, ${webhookType}, ${cancelledPrice}, ${slot('payload')}::jsonb,
      case when w.is_recorded then 'done' else 'new' end, w.now, w.now, w.now, w.now
    from w
    where (w.is_recorded or (${IS_KNOWN} and not ${IS_FULL})) and (select count(*) from hurried) >= 0
    on conflict (receipt_id, webhook_type, cancelled_price, order_number) do update
      set times_received = known.times_received + 1, last_received_at = excluded.last_received_at
      where known.state = 'done' and excluded.state = 'done'
    returning state`;
});

/**
 * Stores the first webhook of its kind about a known payment in one statement: as `done` when it
 * only repeats what is recorded, else as `new` for the job. Returns undefined for any other
 * webhook, and for a repeat that a worker must process again: the caller stores those by the
 * general path. Commits without waiting for the disk where losing the row does no harm (decision
 * 065).
 */
export async function storeForReceipt(
  db: Db,
  { receipt_id, order_id, webhook_type, ...payload }: ValidWebhookBody,
  now: Date,
): Promise<'done' | 'new' | undefined> {
  const { status, price, cancelled_price } = payload;
  const [stored] = await insertForReceipt(db, {
    receipt_id,
    order_number: order_id,
    webhook_type,
    cancelled_price: cancelled_price ?? 0,
    price,
    payload: JSON.stringify(payload),
    // Without an amount it may be about a cancellation: providers differ in type and status of
    // those.
    may_repeat: webhook_type === COMPLETED && status === PAID && cancelled_price === 0 && price !== null,
    now,
  });
  return stored?.state;
}

const SAYS_PAID = JSON.stringify({ status: PAID, cancelled_price: 0 });

/**
 * A stored webhook that says only that the payment is complete. Not one that was received again:
 * only its last content is stored.
 */
const SAYS_COMPLETE = sql<boolean>`times_received = 1 and webhook_type = ${COMPLETED} and payload @> ${SAYS_PAID}::jsonb`;

/**
 * Ends the due webhooks that say only what is recorded by now, all in one statement: most arrive
 * while the buyer confirms. The array finds them once: a plan made while few webhooks were stored
 * joined every stored webhook with a new search for the due ones.
 */
export async function endRecordedWebhooks(db: Db, now: Date): Promise<void> {
  await sql`
    update payment_webhooks set state = 'done', note = '' where id = any(array(
      select w.id from (
        select id, receipt_id, order_number, (payload ->> 'price')::integer as price from payment_webhooks
        where state = 'new' and due_at <= ${now} and ${SAYS_COMPLETE}
        for update skip locked
      ) w
      where ${IS_RECORDED})) and ${NO_DISK_WAIT}`.execute(db);
}

/**
 * Whether a stored webhook says only what is recorded by now, so that the provider need not be
 * asked. Not for one that was received again: only its last content is stored.
 */
export async function isRecordedWebhook(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select receipt_id, order_number, (payload ->> 'price')::integer as price from payment_webhooks
      where id = ${id} and ${SAYS_COMPLETE}
    ) w
    where ${IS_RECORDED}`.execute(db);
  return rows.length === 1;
}
