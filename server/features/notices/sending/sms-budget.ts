import type { Db } from '#server/db/transaction.ts';
import { countWithin } from '#server/http/guards/rate-limit.ts';
import { HOUR_MS } from '#server/lib/time.ts';

const NAME = 'sms';
const KEY = 'shop';
/** The row in `rate_limits` that counts the SMS of the shop. */
export const SMS_BUDGET_KEY = `${NAME}:${KEY}`;

/** Counts one SMS; false when the shop has sent all that it may within the hour (`SMS_HOURLY_LIMIT`). */
export async function takeSms(db: Db, smsPerHour: number, now: Date): Promise<boolean> {
  const left = await countWithin(db, { name: NAME, points: smsPerHour, durationMs: HOUR_MS }, KEY, now);
  return left !== undefined;
}
