import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';

/**
 * Repeats of a row that are processed at once; further ones once a minute. The provider repeats ten
 * times.
 */
const PROMPT_REPEATS = 20;

/** A webhook that a worker has leased. */
export type TakenWebhook = {
  id: number;
  receipt_id: string;
  order_number: string;
  times_received: number;
  attempts: number;
  waiting_since: Date;
  /** The order that it names; null when there is none. */
  order_id: number | null;
  /**
   * True when anyone may have made it up: its receipt is none of ours, and it is none of the first
   * webhooks of an order.
   */
  is_unknown: boolean;
};

/** Type of the rows that the buyer's browser leaves (`confirm-payment.ts`). */
export const BROWSER_CONFIRM = 'BROWSER_CONFIRM';

/**
 * First rows of an order that do not count among the unknown ones: a deposit sends two webhooks, and
 * a buyer may pay twice.
 */
export const OWN_ROWS = 3;

/** Maximum of rows per known receipt; further webhooks are stored as repeats of one of them. */
const MOST_ROWS_PER_RECEIPT = 30;

/** The order of `w` can still be paid, or ended so recently that a payment may still arrive. */
const IS_CURRENT = sql<boolean>`(orders.status in ('pending', 'processing')
  or orders.updated_at > clock_timestamp() - interval '3 days')`;

/** The receipt of `w` is a payment of the order that it names, or of any where it names none. */
const IS_KNOWN = sql<boolean>`exists (
  select from payment_attempts left join orders on orders.order_number = w.order_number
  where payment_attempts.receipt_id = w.receipt_id and (orders.id is null or orders.id = payment_attempts.order_id))`;

/** `w` is from the buyer's browser, or among the first webhooks of an order that is not long over. */
const HAS_OWN_PLACE = sql<boolean>`exists (
  select from orders where orders.order_number = w.order_number and ${IS_CURRENT}
    and (w.webhook_type = ${BROWSER_CONFIRM} or ${OWN_ROWS} > (
      select count(*) from payment_webhooks earlier
      where earlier.order_number = w.order_number and earlier.id < w.id)))`;

/** Our order and receipt that a webhook refers to. */
export type WebhookMatch = {
  namesOrder: boolean;
  /** The order has been over for days, and the receipt is none of its payments. */
  isOver: boolean;
  /**
   * The receipt is one of the named order's payments, or of any order's when the named order does
   * not exist.
   */
  isKnownReceipt: boolean;
  /** Rows that name the order already. */
  rowsOfOrder: number;
  /** The row that the webhook updates; null when it gets a row of its own. */
  rowId: number | null;
};

/** Looks up what a webhook is about, in one statement. */
export async function matchWebhook(db: Db, webhook: ValidWebhookBody): Promise<WebhookMatch> {
  const { receipt_id, order_id, webhook_type } = webhook;
  const cancelledWon = webhook.cancelled_price ?? 0;
  type Found = Omit<WebhookMatch, 'rowId' | 'isOver'> & { isCurrent: boolean } & Record<
      'sameId' | 'fullId',
      number | null
    >;
  const { rows } = await sql<Found>`
    select orders.id is not null as "namesOrder", coalesce(${IS_CURRENT}, true) as "isCurrent",
      ${IS_KNOWN} as "isKnownReceipt",
      (select count(*) from payment_webhooks other where other.order_number = w.order_number) as "rowsOfOrder",
      (select same.id from payment_webhooks same
        where same.receipt_id = w.receipt_id and same.webhook_type = ${webhook_type}
          and same.cancelled_price = ${cancelledWon} and same.order_number = w.order_number) as "sameId",
      (select other.id from payment_webhooks other
        where other.receipt_id = w.receipt_id and other.handled_at is null and case when orders.id is null
          then not exists (select from orders named where named.order_number = other.order_number)
          else other.order_number = w.order_number end
        order by other.id desc offset ${MOST_ROWS_PER_RECEIPT - 1} limit 1) as "fullId"
    from (values (${receipt_id}::text, ${order_id}::text)) as w (receipt_id, order_number)
    left join orders on orders.order_number = w.order_number`.execute(db);
  if (!rows[0]) throw new Error('a select of subqueries gives one row');
  const { namesOrder, isCurrent, isKnownReceipt, rowsOfOrder, sameId, fullId } = rows[0];
  return {
    namesOrder,
    isOver: !isCurrent && !isKnownReceipt,
    isKnownReceipt,
    rowsOfOrder,
    rowId: sameId ?? (isKnownReceipt ? fullId : null),
  };
}

/**
 * Inserts the webhook, or repeats the row of its standing; the caller wakes the job. Keeps a row
 * that an administrator has handled, unless its receipt is known meanwhile.
 */
export async function upsertWebhook(
  db: Db,
  { receipt_id, order_id, webhook_type, ...payload }: ValidWebhookBody,
  { isKnownReceipt, rowId }: WebhookMatch,
  now: Date,
): Promise<void> {
  const repeat = sql`
    state = case when known.handled_at is null or ${isKnownReceipt} then 'new' else known.state end,
    times_received = known.times_received + 1, attempts = 0, payload = ${JSON.stringify(payload)}::jsonb,
    due_at = case
      when known.times_received < ${PROMPT_REPEATS} then ${now}::timestamptz
      when known.state = 'new' then known.due_at
      else ${now}::timestamptz + interval '1 minute' end,
    waiting_since = case when known.state = 'new' then known.waiting_since else ${now}::timestamptz end,
    last_received_at = ${now}::timestamptz`;
  await (rowId === null
    ? sql`insert into payment_webhooks as known
          (receipt_id, order_number, webhook_type, cancelled_price, payload, due_at, waiting_since, received_at,
           last_received_at)
        values (${receipt_id}, ${order_id}, ${webhook_type}, ${payload.cancelled_price ?? 0}, ${JSON.stringify(payload)}, ${now}, ${now},
          ${now}, ${now})
        on conflict (receipt_id, webhook_type, cancelled_price, order_number) do update set ${repeat}`
    : sql`update payment_webhooks as known set ${repeat} where id = ${rowId}`
  ).execute(db);
}

/**
 * Leases the due webhook that has waited longest until `leaseUntil`: receipts of ours first, then
 * the first ones of orders, then the rest. Few others are stored (`store-webhook.ts`), so ordering
 * by subqueries is cheap.
 */
export async function takeDueWebhook(db: Db, now: Date, leaseUntil: Date): Promise<TakenWebhook | undefined> {
  const { rows } = await sql<TakenWebhook>`
    with due as (
      select w.id, ${IS_KNOWN} as is_known, ${HAS_OWN_PLACE} as has_own_place
      from payment_webhooks w where w.state = 'new' and w.due_at <= ${now}
      order by is_known desc, has_own_place desc, w.due_at limit 1 for update skip locked
    )
    update payment_webhooks as taken set attempts = attempts + 1, due_at = ${leaseUntil} from due
    where taken.id = due.id
    returning taken.id, taken.receipt_id, taken.order_number, taken.times_received, taken.attempts, taken.waiting_since,
      (select orders.id from orders where orders.order_number = taken.order_number) as order_id,
      not (due.is_known or due.has_own_place) as is_unknown`.execute(db);
  return rows[0];
}

/**
 * Writes the outcome. A webhook that arrived again meanwhile stays due: its next worker writes it.
 */
export async function endWebhook(
  db: Db,
  { id, times_received }: TakenWebhook,
  end: { state: 'done' | 'unknown'; note: string },
): Promise<void> {
  await db
    .updateTable('payment_webhooks')
    .set(end)
    .where('payment_webhooks.id', '=', id)
    .where('payment_webhooks.times_received', '=', times_received)
    .execute();
}

/** Makes the webhook due again at `dueAt`; the schedule takes it then. */
export async function postponeWebhook(
  db: Db,
  { id, times_received }: TakenWebhook,
  { dueAt, note }: { dueAt: Date; note: string },
): Promise<void> {
  await db
    .updateTable('payment_webhooks')
    .set({ due_at: dueAt, note })
    .where('payment_webhooks.id', '=', id)
    .where('payment_webhooks.times_received', '=', times_received)
    .execute();
}
