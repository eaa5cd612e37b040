import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/transaction.ts';
import { consumeInTransaction, countWithin } from '#server/http/guards/rate-limit.ts';
import { HOUR_MS } from '#server/lib/time.ts';

const NAME = 'sms';
const KEY = 'shop';
/** The row in `rate_limits` that counts the SMS of the shop. */
export const SMS_BUDGET_KEY = `${NAME}:${KEY}`;

/**
 * Counts one SMS. Returns false when the hourly limit of the shop is reached (`SMS_HOURLY_LIMIT`).
 */
export async function takeSms(db: Db, smsPerHour: number, now: Date): Promise<boolean> {
  const left = await countWithin(db, { name: NAME, points: smsPerHour, durationMs: HOUR_MS }, KEY, now);
  return left !== undefined;
}

/** Takes the count of an SMS back that the provider did not take. */
export async function giveSmsBack(db: Db, now: Date): Promise<void> {
  await sql`update rate_limits set points = points - 1
    where key = ${SMS_BUDGET_KEY} and points > 0 and expire > ${now.getTime()}`.execute(db);
}

/**
 * Counts the SMS of a code in the transaction that stores it, so that a code that is not stored
 * takes nothing.
 * @throws AppError TOO_MANY_REQUESTS when the shop has sent all that it may within the hour
 */
export function takeSmsOrRefuse(trx: Trx, smsPerHour: number, now: Date): Promise<void> {
  return consumeInTransaction(trx, { name: NAME, points: smsPerHour, durationMs: HOUR_MS }, KEY, now);
}
