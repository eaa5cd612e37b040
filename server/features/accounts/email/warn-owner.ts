import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { EmailState } from './email.queries.ts';
import { ownerRecipient } from './recipients.ts';

/**
 * Returns the address for security warnings: the recovery address, because an attacker may have
 * changed the current one. Empty without an address.
 */
export function warningAddress({ email, recovery_email, recovery_until }: EmailState, now: Date): string {
  const isRecovering = recovery_email !== null && recovery_until !== null && recovery_until > now;
  return isRecovering && recovery_email !== '' ? recovery_email : email;
}

/** Mails a notice of a new password to the account's owner. */
export async function notifyOfPassword(
  trx: Trx,
  account: EmailState & { user_id: string },
  { now }: { now: Date },
): Promise<void> {
  const address = warningAddress(account, now);
  if (address === '') return;
  await queueMail(trx, ownerRecipient(account, address), {
    kind: 'account_changed',
    params: { userId: account.user_id, changed: ['password'] },
  });
}
