import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import { storeForReceipt } from './recorded-webhooks.queries.ts';
import { findStanding, upsertWebhook, type WebhookMatch } from './webhooks.queries.ts';

/**
 * `provider`: the public webhook call (contract §3). `browser`: from the buyer of the order;
 * counted separately, so that outside calls cannot use up its limit.
 */
type Source = 'provider' | 'browser';

/** New rows an hour that match neither an order nor a receipt of ours, all together. */
const UNMATCHED: Limit = { name: 'webhook_unmatched', points: 60, windowMs: HOUR_MS };
/**
 * New rows an hour per order whose receipt is not among the order's payments. A buyer who tries
 * five cards makes about ten, and the repeats of the provider are no new rows.
 */
const UNKNOWN_RECEIPTS: Record<Source, Limit> = {
  provider: { name: 'webhook_receipts', points: 30, windowMs: HOUR_MS },
  browser: { name: 'webhook_browser', points: 30, windowMs: HOUR_MS },
};

/**
 * Stores the webhook and wakes the job. A duplicate updates the existing row and reprocesses it:
 * the payment may have changed since, and confirming it twice does no harm. A webhook about a known
 * receipt is always stored; others are dropped beyond a limit (decision 018). One that only repeats
 * what our rows say already is stored as done, without a job (decision 056). Where the process ends
 * before it wakes the job, the schedule finds the row (decision 058).
 */
export async function storeWebhook(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  webhook: ValidWebhookBody,
  source: Source = 'provider',
): Promise<void> {
  const state = await storeForReceipt(deps.db, webhook, deps.clock.now());
  if (state === undefined && !(await storeOther(deps, webhook, source))) return;
  if (state !== 'done') wakeSoon(deps.db, 'handle_webhooks');
}

/** Stores a repeat, or a webhook about none of our payments. Returns false when it was dropped. */
async function storeOther(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  webhook: ValidWebhookBody,
  source: Source,
): Promise<boolean> {
  const standing = await findStanding(deps.db, webhook);
  if (standing.rowId === null && !standing.isKnownReceipt && !(await isWithinLimit(deps, webhook, standing, source))) {
    return false;
  }
  await upsertWebhook(deps.db, webhook, standing, deps.clock.now());
  return true;
}

async function isWithinLimit(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  { order_id }: ValidWebhookBody,
  { namesOrder }: WebhookMatch,
  source: Source,
): Promise<boolean> {
  const [limit, key] = namesOrder ? [UNKNOWN_RECEIPTS[source], order_id] : [UNMATCHED, 'all'];
  const isWithin = await tryConsume(db, limit, key);
  // One warning in each window: a flood must not fill the log.
  if (!isWithin && (await tryConsume(db, { ...limit, name: `${limit.name}_warned`, points: 1 }, key)))
    log.warn({ limit: limit.name, key }, 'webhook rate limit reached, further ones are dropped');
  return isWithin;
}
