import type { Db } from '#server/db/transaction.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { deleteUnmatched } from './webhooks.queries.ts';

/** Long enough for administrators to look at them. */
const KEPT_MS = 30 * DAY_MS;

/** Deletes unmatched webhooks after 30 days, so that they cannot fill the table (decision 018). */
export async function deleteUnmatchedWebhooks(db: Db, now: Date): Promise<void> {
  await deleteUnmatched(db, new Date(now.getTime() - KEPT_MS));
}
