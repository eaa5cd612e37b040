import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { CONFIRM_WITHIN_MS } from '#shared/rules/notices/marketing.ts';
import { recipientOf } from '../email/recipients.ts';

export type ConsentingAccount = { id: number; user_id: string; email: string; verified_email: string | null };

/**
 * Mails the account's changes of consents that no mail has confirmed yet, all in one, as
 * 정보통신망법 §50⑦ asks for. Without an address, or when the address has got its mails of the day,
 * they stay for the job. Needs the account's lock.
 */
export async function confirmConsents(trx: Trx, account: ConsentingAccount, now: Date): Promise<void> {
  if (account.email === '') return;
  const changes = await trx
    .selectFrom('marketing_consents')
    .select(['id', 'channel', 'is_given', 'changed_at'])
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is', null)
    .where('changed_at', '>', new Date(now.getTime() - CONFIRM_WITHIN_MS))
    .orderBy('id')
    .execute();
  if (changes.length === 0) return;
  const mailId = await queueMail(trx, recipientOf(account, account.email), {
    kind: 'marketing_changed',
    params: {
      userId: account.user_id,
      changes: changes.map(({ channel, is_given, changed_at }) => ({
        channel,
        isGiven: is_given,
        at: wireTime(changed_at),
      })),
    },
  });
  if (mailId === undefined) return;
  const ids = changes.map(({ id }) => id);
  await trx.updateTable('marketing_consents').set({ confirmed_at: now }).where('id', 'in', ids).execute();
}
