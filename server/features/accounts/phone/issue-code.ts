import { AppError } from '#server/lib/errors.ts';
import { isMobile } from '#shared/rules/notices/notices.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { type CodeTimes, codeTimes, sendNewCode } from './send-code.ts';

/**
 * Sends the code that proves the phone of an account.
 * @throws AppError PHONE_VERIFIED, PHONE_UNUSABLE, SMS_OFF, TOO_MANY_REQUESTS
 */
export async function issueCode(deps: PhoneDeps, { id: userId }: { id: number }, address: string): Promise<CodeTimes> {
  const now = deps.clock.now();
  await sendNewCode(deps, {
    purpose: 'proof',
    address,
    now,
    lockOwner: async (trx) => {
      const account = await lockAccount(trx, userId);
      if (!account) throw new AppError('UNAUTHENTICATED');
      if (account.phone_verified) throw new AppError('PHONE_VERIFIED');
      if (!isMobile(account.phone)) throw new AppError('PHONE_UNUSABLE');
      return account;
    },
  });
  return codeTimes(now);
}
