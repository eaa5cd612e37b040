import type { Trx } from '#server/db/transaction.ts';
import { consumeCodeMessage } from '#server/features/notices/message-budget.ts';
import { consume, consumeFrom } from '#server/lib/limits/consume.ts';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { RESEND_AFTER_MS } from './phone-codes.queries.ts';

const PER_MINUTE = { name: 'phone-code', points: 1, windowMs: RESEND_AFTER_MS };
const PER_DAY = { name: 'phone-code-day', points: 5, windowMs: DAY_MS };
const PER_ADDRESS = { name: 'phone-code-address', points: 10, windowMs: HOUR_MS };

type Asker = { userId: number; phone: string; address: string };

/**
 * Counts a code against every limit of contract §7, in one order for all callers. A refusal rolls
 * the counts back with the caller's transaction, so only codes that are sent count.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function consumeCodeLimits(
  trx: Trx,
  { userId, phone, address }: Asker,
  smsPerHour: number,
): Promise<void> {
  await consume(trx, PER_MINUTE, String(userId));
  await consume(trx, PER_DAY, String(userId));
  await consumeFrom(trx, PER_ADDRESS, address);
  await consumeCodeMessage(trx, { phone, userId }, smsPerHour);
}
