import { sql } from 'kysely';
import { addJob } from '#server/db/jobs/enqueue.ts';
import type { Db } from '#server/db/transaction.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';
import { MOST_ROWS_PER_RECEIPT } from './recorded-webhooks.queries.ts';

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
};

/** The row matches neither an order nor a receipt of ours. */
const IS_UNMATCHED = sql<boolean>`(
  not exists (select from orders where orders.order_number = w.order_number)
  and not exists (select from payment_attempts where payment_attempts.receipt_id = w.receipt_id))`;

/** Whether a webhook matches neither an order nor a receipt of ours. */
export async function isUnmatched(db: Db, receiptId: string, orderNumber: string): Promise<boolean> {
  const { rows } = await sql<{ is_unmatched: boolean }>`
    select ${IS_UNMATCHED} as is_unmatched
    from (select ${receiptId}::text as receipt_id, ${orderNumber}::text as order_number) w`.execute(db);
  return rows[0]?.is_unmatched ?? false;
}

/** Our order and receipt that a webhook refers to. */
export type WebhookMatch = {
  namesOrder: boolean;
  /**
   * The receipt is one of the named order's payments, or of any order's when the named order does
   * not exist.
   */
  isKnownReceipt: boolean;
  /** The row that the webhook updates; null when it gets a row of its own. */
  rowId: number | null;
};

/** Looks up what a webhook is about, in one statement. */
export async function findStanding(db: Db, webhook: ValidWebhookBody): Promise<WebhookMatch> {
  const { receipt_id, order_id, webhook_type } = webhook;
  const cancelledWon = webhook.cancelled_price ?? 0;
  const { rows } = await sql<WebhookMatch & { sameId: number | null; fullId: number | null }>`
    select o.id is not null as "namesOrder",
      exists (select from payment_attempts a
        where a.receipt_id = ${receipt_id} and (o.id is null or a.order_id = o.id)) as "isKnownReceipt",
      (select w.id from payment_webhooks w
        where w.receipt_id = ${receipt_id} and w.webhook_type = ${webhook_type}
          and w.cancelled_price = ${cancelledWon} and w.order_number = ${order_id}) as "sameId",
      (select w.id from payment_webhooks w
        where w.receipt_id = ${receipt_id} and w.handled_at is null and case when o.id is null
          then not exists (select from orders other where other.order_number = w.order_number)
          else w.order_number = ${order_id} end
        order by w.id desc offset ${MOST_ROWS_PER_RECEIPT - 1} limit 1) as "fullId"
    from (values (1)) as one left join orders o on o.order_number = ${order_id}`.execute(db);
  if (!rows[0]) throw new Error('a select of subqueries gives one row');
  const { namesOrder, isKnownReceipt, sameId, fullId } = rows[0];
  return { namesOrder, isKnownReceipt, rowId: sameId ?? (isKnownReceipt ? fullId : null) };
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
 * Leases the due webhook that has waited longest until `leaseUntil`; unmatched ones come last. Few
 * of them are stored (`store-webhook.ts`), so ordering by a subquery is cheap.
 */
export async function takeDueWebhook(db: Db, now: Date, leaseUntil: Date): Promise<TakenWebhook | undefined> {
  const { rows } = await sql<TakenWebhook>`
    update payment_webhooks set attempts = attempts + 1, due_at = ${leaseUntil}
    where id = (
      select id from payment_webhooks w where state = 'new' and due_at <= ${now}
      order by ${IS_UNMATCHED}, due_at limit 1 for update skip locked
    )
    returning id, receipt_id, order_number, times_received, attempts`.execute(db);
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

/** Makes the webhook due again after `waitSeconds` and enqueues a job for that time. */
export async function postponeWebhook(
  db: Db,
  { id, times_received }: TakenWebhook,
  { dueAt, waitSeconds, note }: { dueAt: Date; waitSeconds: number; note: string },
): Promise<void> {
  await sql`
    with postponed as (
      update payment_webhooks set due_at = ${dueAt}, note = ${note}
      where id = ${id} and times_received = ${times_received}
      returning id
    )
    select ${addJob('handle_webhooks', { waitSeconds })} from postponed`.execute(db);
}
