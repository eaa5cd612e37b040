import type { Db, DbOrTrx, Trx } from '#server/db/transaction.ts';
import { consume, giveBack, type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { HOUR_MS } from '#server/lib/time.ts';

const KEY = 'shop';

/** The SMS of the whole shop in an hour (`SMS_HOURLY_LIMIT`). */
function limitOf(smsPerHour: number): Limit {
  return { name: 'sms', points: smsPerHour, windowMs: HOUR_MS };
}

/** The row in `rate_limits` that counts the SMS of the shop. */
export const SMS_BUDGET_KEY = `${limitOf(0).name}:${KEY}`;

/** Counts one SMS. Returns false when the hourly limit of the shop is reached. */
export function takeSms(db: Db, smsPerHour: number): Promise<boolean> {
  return tryConsume(db, limitOf(smsPerHour), KEY);
}

/** Takes the count of an SMS back that the provider did not take. */
export function giveSmsBack(db: DbOrTrx): Promise<void> {
  return giveBack(db, limitOf(0), KEY);
}

/**
 * Counts the SMS of a code in the transaction that stores it, so that a code that is not stored
 * takes nothing.
 * @throws AppError TOO_MANY_REQUESTS when the shop has sent all that it may within the hour
 */
export function takeSmsOrRefuse(trx: Trx, smsPerHour: number): Promise<void> {
  return consume(trx, limitOf(smsPerHour), KEY);
}
