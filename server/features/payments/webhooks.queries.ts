import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

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

/** Whether a webhook matches neither an order nor a receipt of ours: only the provider knows then what it is about. */
export async function isUnmatched(db: Db, receiptId: string, orderNumber: string): Promise<boolean> {
  const { rows } = await sql<{ is_unmatched: boolean }>`
    select ${IS_UNMATCHED} as is_unmatched
    from (select ${receiptId}::text as receipt_id, ${orderNumber}::text as order_number) w`.execute(db);
  return rows[0]?.is_unmatched ?? false;
}

/**
 * Leases the due webhook that has waited longest until `leaseUntil`; unmatched ones come last. Few enough of them are
 * stored (`store-webhook.ts`) for the order by a subquery to be cheap.
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

/** Writes the outcome. A webhook that arrived again meanwhile stays due: its next worker writes it. */
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
    select graphile_worker.add_job('handle_webhooks', max_attempts := 1,
      run_at := now() + make_interval(secs => ${waitSeconds})) from postponed`.execute(db);
}

/** Deletes unmatched webhooks received up to `before`. One that names an order or a receipt of ours stays until it is handled. */
export async function deleteUnmatched(db: Db, before: Date): Promise<void> {
  await sql`
    delete from payment_webhooks w
    where state = 'unknown' and handled_at is null and last_received_at <= ${before} and ${IS_UNMATCHED}`.execute(db);
}
