import { AppError } from '#server/lib/errors.ts';
import { consumeFrom } from '#server/lib/limits/consume.ts';
import type { PhoneResetBody } from '#shared/features/accounts/phone-schemas.ts';
import { isMobile } from '#shared/rules/notices/notices.ts';
import type { AccountLimits } from '../account-limits.ts';
import type { PhoneDeps } from '../phone/phone-deps.ts';
import { type CodeTimes, codeTimes, sendNewCode } from '../phone/send-code.ts';
import { lockPhoneOwner } from './phone-reset.queries.ts';

/**
 * Requests a code for a new password. It is looked up and sent behind the answer, so neither the
 * answer nor its time reveals the account, its number or a limit that was reached (contract §3). A
 * process that ends meanwhile drops it, and the person asks again (decision 038).
 * @throws AppError SMS_OFF; TOO_MANY_REQUESTS for the client address
 */
export async function requestPhoneReset(
  { phones, limits }: { phones: PhoneDeps; limits: AccountLimits },
  address: string,
  body: PhoneResetBody,
): Promise<CodeTimes> {
  const { db, clock, codes, log } = phones;
  if (!codes) throw new AppError('SMS_OFF', { retryAfterSeconds: 3600 });
  await consumeFrom(db, limits.phoneReset, address);
  const now = clock.now();
  void sendResetCode(phones, { body, address, now }).catch((error: unknown) => {
    log.warn({ err: error }, 'reset code not sent');
  });
  return codeTimes(now);
}

async function sendResetCode(
  phones: PhoneDeps,
  { body, address, now }: { body: PhoneResetBody; address: string; now: Date },
): Promise<void> {
  if (!isMobile(body.phone)) return;
  await sendNewCode(phones, { purpose: 'reset', address, now, lockOwner: (trx) => lockPhoneOwner(trx, body) });
}
