import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { RateLimit } from '#server/http/guards/rate-limit.ts';
import type { EmailState } from './email.queries.ts';
import { mayNotify } from './unverified-mails.ts';

/**
 * Tells the account's owner of a new password, at the address that recovery goes to: the present
 * one may be that of whoever changed both. Sends nothing where there is no address.
 */
export async function notifyOfPassword(
  trx: Trx,
  account: EmailState & { user_id: string },
  deps: { limit: RateLimit; now: Date },
): Promise<void> {
  const { email, recovery_email, recovery_until } = account;
  const isRecovering = recovery_email !== null && recovery_until !== null && recovery_until > deps.now;
  const address = isRecovering && recovery_email !== '' ? recovery_email : email;
  if (address === '' || !(await mayNotify(trx, deps, account, address))) return;
  await queueMail(trx, address, {
    kind: 'account_changed',
    params: { userId: account.user_id, changed: ['password'] },
  });
}
