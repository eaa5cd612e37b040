import { type Db, type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Stoppable } from '#server/lib/process/stoppable.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { CONFIRM_WITHIN_MS, nextReminder } from '#shared/rules/notices/marketing.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { recipientOf } from '../email/recipients.ts';
import { type ConsentingAccount, confirmConsents } from './confirm-consents.ts';

/**
 * Confirms changes of consents to advertising whose mail could not be queued at once, and reminds of
 * consents that are two years old (정보통신망법 §50⑦, 시행령 §62의3). Accounts without an address
 * stay in the administrators' list.
 */
export async function reviewMarketingConsents(
  { db, clock }: { db: Db; clock: Clock },
  { signal }: Stoppable = {},
): Promise<void> {
  const now = clock.now();
  for (const userId of await accountsToMail(db, now)) {
    if (signal?.aborted) return;
    await transaction(db, async (trx) => {
      const account = await lockAccount(trx, userId);
      if (!account || account.email === '') return;
      await confirmConsents(trx, account, now);
      await remindOfConsents(trx, account, now);
    });
  }
}

async function accountsToMail(db: DbOrTrx, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('marketing_consents as c')
    .innerJoin('users', 'users.id', 'c.user_id')
    .select('c.user_id')
    .distinct()
    .where('users.email', '<>', '')
    .where(({ or, and, eb }) =>
      or([
        eb('c.remind_at', '<=', now),
        and([eb('c.confirmed_at', 'is', null), eb('c.changed_at', '>', new Date(now.getTime() - CONFIRM_WITHIN_MS))]),
      ]),
    )
    .orderBy('c.user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function remindOfConsents(trx: Trx, account: ConsentingAccount, now: Date): Promise<void> {
  const due = await trx
    .selectFrom('marketing_consents')
    .select(['id', 'channel', 'changed_at'])
    .where('user_id', '=', account.id)
    .where('remind_at', '<=', now)
    .orderBy('id')
    .execute();
  if (due.length === 0) return;
  const consents = due.map(({ channel, changed_at }) => ({ channel, at: wireTime(changed_at) }));
  const mailId = await queueMail(trx, recipientOf(account, account.email), {
    kind: 'marketing_reminder',
    params: { userId: account.user_id, consents },
  });
  if (mailId === undefined) return;
  for (const { id, changed_at } of due) {
    const remind_at = nextReminder(changed_at, now);
    await trx.updateTable('marketing_consents').set({ remind_at }).where('id', '=', id).execute();
  }
}
