import type { Db } from '#server/db/transaction.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { deleteStrangers } from './webhooks.queries.ts';

/** Time enough for staff to see what somebody sent that names nothing of ours. */
const KEPT_MS = 30 * DAY_MS;

/** Keeps strangers from filling the inbox of webhooks for good (decision 018). */
export async function purgeStrangers(db: Db, now: Date): Promise<void> {
  await deleteStrangers(db, new Date(now.getTime() - KEPT_MS));
}
