import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { WebhookRequest } from '#shared/contract/payments.ts';

/**
 * Keeps the provider's word and wakes whoever works on it, in one statement. The same word again is the same row, taken up anew: what it
 * is about may have changed since, and settling twice does no harm.
 */
export async function storeWebhook({ db, clock }: { db: Db; clock: Clock }, webhook: WebhookRequest): Promise<void> {
  const { receipt_id, order_id, webhook_type, cancelled_price, ...payload } = webhook;
  const now = clock.now();
  await sql`
    with kept as (
      insert into payment_webhooks as known
        (receipt_id, order_number, webhook_type, cancelled_price, payload, due_at, received_at, last_received_at)
      values (${receipt_id}, ${order_id}, ${webhook_type}, ${cancelled_price}, ${JSON.stringify(payload)}, ${now}, ${now}, ${now})
      on conflict (receipt_id, webhook_type, cancelled_price, order_number) do update
        set state = case when known.handled_at is null then 'new' else known.state end,
          times_received = known.times_received + 1, attempts = 0, payload = excluded.payload,
          due_at = excluded.due_at, last_received_at = excluded.last_received_at
      returning id
    )
    select graphile_worker.add_job('handle_webhooks', max_attempts := 1) from kept`.execute(db);
}
