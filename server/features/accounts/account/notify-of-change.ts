import type { Trx } from '#server/db/transaction.ts';
import type { MailParams } from '#server/features/mails/letters/mail.ts';
import { queueMail } from '#server/features/mails/outbox.ts';

/**
 * Mails what changed to the address that the account had before the change, so that the owner
 * learns of a change by an attacker. Accounts without an address get no mail.
 */
export async function notifyOfChange(
  trx: Trx,
  before: { user_id: string; email: string },
  changed: MailParams['account_changed']['changed'],
): Promise<void> {
  if (before.email === '' || changed.length === 0) return;
  await queueMail(trx, before.email, { kind: 'account_changed', params: { userId: before.user_id, changed } });
}
