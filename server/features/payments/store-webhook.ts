import { sql } from 'kysely';
import { countWithin, type RateLimit } from '#server/http/rate-limit.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { WebhookRequest } from '#shared/contract/payments.ts';
import type { SettleDeps } from './settle-deps.ts';
import { isUnmatched } from './webhooks.queries.ts';

/** Anybody may send webhooks (contract §3): of those that name nothing of ours so many are kept. */
const STRANGERS: RateLimit = { name: 'webhook_strangers', points: 60, durationMs: HOUR_MS };

/**
 * Keeps the provider's word and wakes whoever works on it, in one statement. The same word again is the same row, taken up anew: what it
 * is about may have changed since, and settling twice does no harm. What names an order or a receipt of ours is always kept; the
 * rest is forgotten once there is too much of it.
 */
export async function storeWebhook(
  { db, clock, log }: Pick<SettleDeps, 'db' | 'clock' | 'log'>,
  webhook: WebhookRequest,
): Promise<void> {
  const { receipt_id, order_id, webhook_type, cancelled_price, ...payload } = webhook;
  const now = clock.now();
  if (await isUnmatched(db, receipt_id, order_id)) {
    const left = await countWithin(db, STRANGERS, now);
    if (left === undefined) return;
    if (left === 0) log.warn('no more webhooks that name nothing of ours are kept within this hour');
  }
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
