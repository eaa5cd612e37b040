import type { Trx } from '#server/db/transaction.ts';
import { takeSmsOrRefuse } from '#server/features/notices/sending/sms-budget.ts';
import { consumeInTransaction } from '#server/http/guards/rate-limit.ts';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import { limitKey } from '../login/account-limits.ts';
import { RESEND_AFTER_MS } from './phone-codes.queries.ts';

const PER_MINUTE = { name: 'phone-code', points: 1, durationMs: RESEND_AFTER_MS };
const PER_DAY = { name: 'phone-code-day', points: 5, durationMs: DAY_MS };
const PER_NUMBER = { name: 'phone-code-number', points: 10, durationMs: DAY_MS };
const PER_ADDRESS = { name: 'phone-code-address', points: 10, durationMs: HOUR_MS };

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
  now: Date,
): Promise<void> {
  await consumeInTransaction(trx, PER_MINUTE, String(userId), now);
  await consumeInTransaction(trx, PER_DAY, String(userId), now);
  await consumeInTransaction(trx, PER_NUMBER, limitKey(phone), now);
  await consumeInTransaction(trx, PER_ADDRESS, address, now);
  await takeSmsOrRefuse(trx, smsPerHour, now);
}
