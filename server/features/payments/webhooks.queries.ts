import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** A webhook in the hands of whoever works on it. */
export type TakenWebhook = {
  id: number;
  receipt_id: string;
  order_number: string;
  times_received: number;
  attempts: number;
};

/** That a row's order number and receipt both name nothing of ours. */
const IS_STRANGER = sql<boolean>`(
  not exists (select from orders where orders.order_number = word.order_number)
  and not exists (select from payment_attempts where payment_attempts.receipt_id = word.receipt_id))`;

/** Whether a webhook names neither an order nor a receipt of ours: only the provider can say then what it is about. */
export async function isStranger(db: Db, receiptId: string, orderNumber: string): Promise<boolean> {
  const { rows } = await sql<{ is_stranger: boolean }>`
    select ${IS_STRANGER} as is_stranger
    from (select ${receiptId}::text as receipt_id, ${orderNumber}::text as order_number) word`.execute(db);
  return rows[0]?.is_stranger ?? false;
}

/**
 * Takes the webhook that has waited longest, one that names something of ours before all others; nobody else takes it until
 * `leaseUntil`. Those of strangers are few enough to look through (`store-webhook.ts`).
 */
export async function takeDueWebhook(db: Db, now: Date, leaseUntil: Date): Promise<TakenWebhook | undefined> {
  const { rows } = await sql<TakenWebhook>`
    update payment_webhooks set attempts = attempts + 1, due_at = ${leaseUntil}
    where id = (
      select id from payment_webhooks word where state = 'new' and due_at <= ${now}
      order by ${IS_STRANGER}, due_at limit 1 for update skip locked
    )
    returning id, receipt_id, order_number, times_received, attempts`.execute(db);
  return rows[0];
}

/** Writes how it ended, unless it has come again meanwhile: then whoever takes it next writes it. */
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

/** Puts it back to be taken up again after `waitSeconds`, and has somebody woken then. */
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

/** Removes what strangers sent up to `before` and nobody has seen to. What names an order or a receipt of ours stays until somebody has. */
export async function deleteStrangers(db: Db, before: Date): Promise<void> {
  await sql`
    delete from payment_webhooks word
    where state = 'unknown' and handled_at is null and last_received_at <= ${before} and ${IS_STRANGER}`.execute(db);
}
