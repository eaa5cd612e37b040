import { wakeSoon } from '#server/db/jobs/wake-jobs.ts';
import type { Db } from '#server/db/transaction.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';
import type { ValidWebhookBody } from '#shared/features/payments/schemas.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { BROWSER_CONFIRM, matchWebhook, OWN_ROWS, upsertWebhook, type WebhookMatch } from './webhooks.queries.ts';

/**
 * `provider`: the public webhook call (contract §3). Otherwise the buyer of the order, whose
 * receipts are counted separately, so that outside calls cannot use up their limit.
 */
type Source = 'provider' | { buyerId: number };

/**
 * New rows an hour about receipts that are none of our payments, all of them together: whether they
 * name an order or not, anyone can send them.
 */
const UNKNOWN_RECEIPTS: Limit = { name: 'webhook_unknown', points: 60, windowMs: HOUR_MS };
/** The same of one buyer's browser. */
const BROWSER_RECEIPTS: Limit = { name: 'webhook_browser', points: 30, windowMs: HOUR_MS };

/**
 * Stores the webhook and wakes the job. A duplicate updates the existing row and reprocesses it:
 * the payment may have changed since, and confirming it twice does no harm. A webhook about a known
 * receipt is always stored; others are dropped beyond a limit (decision 018).
 */
export async function storeWebhook(
  { db, clock, log }: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  webhook: ValidWebhookBody,
  source: Source = 'provider',
): Promise<void> {
  // Rows of the buyer's browser are processed first, so a webhook may not pass for one.
  const isForged = source === 'provider' && webhook.webhook_type === BROWSER_CONFIRM;
  const said = isForged ? { ...webhook, webhook_type: '' } : webhook;
  const match = await matchWebhook(db, said);
  if (match.isOver) return;
  const limit = await exceededLimit(db, match, source);
  if (limit) {
    if (await isFirstOfWindow(db, limit)) {
      log.warn({ limit: limit.name }, 'webhook rate limit reached, further ones are dropped');
    }
    return;
  }
  await upsertWebhook(db, said, match, clock.now());
  wakeSoon(db, 'handle_webhooks');
}

/** Counts a new row about an unknown receipt; returns the limit that it exceeds. */
async function exceededLimit(db: Db, match: WebhookMatch, source: Source): Promise<Limit | undefined> {
  if (match.rowId !== null || match.isKnownReceipt) return undefined;
  if (source !== 'provider') {
    return (await tryConsume(db, BROWSER_RECEIPTS, String(source.buyerId))) ? undefined : BROWSER_RECEIPTS;
  }
  // A flood must not make the shop miss the payment of a buyer who never returned from the window.
  if (match.namesOrder && match.rowsOfOrder < OWN_ROWS) return undefined;
  return (await tryConsume(db, UNKNOWN_RECEIPTS, 'all')) ? undefined : UNKNOWN_RECEIPTS;
}

/** Returns whether no warning was logged in this window: a flood must not fill the log. */
function isFirstOfWindow(db: Db, { name, windowMs }: Limit): Promise<boolean> {
  return tryConsume(db, { name: `${name}_warned`, points: 1, windowMs }, 'all');
}
