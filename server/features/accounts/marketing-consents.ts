import { TERMS_VERSION } from '#content/terms-version.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { consume, type Limit } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import {
  MARKETING_CHANNELS,
  type MarketingChannel,
  type MarketingSource,
  nextReminder,
} from '#shared/rules/notices/marketing.ts';
import { lockAccount } from './account/accounts.queries.ts';
import { confirmConsents } from './marketing/confirm-consents.ts';

export type MarketingConsents = Record<MarketingChannel, { isOn: boolean; changedAt: Date | null }>;
/** Consents that an account gives in a day: each change is kept, and mailed. A withdrawal is never refused. */
const GIVEN: Limit = { name: 'marketing_given', points: 20, windowMs: DAY_MS };

type Wishes = Partial<Record<MarketingChannel, boolean | undefined>>;

/** Reads which consents to advertising an account has given, and when each last changed. */
export async function readMarketingConsents(db: DbOrTrx, userId: number): Promise<MarketingConsents> {
  const rows = await db
    .selectFrom('marketing_consents')
    .distinctOn('channel')
    .select(['channel', 'is_given', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('channel')
    .orderBy('id', 'desc')
    .execute();
  const latestOf = (channel: MarketingChannel) => {
    const latest = rows.find((row) => row.channel === channel);
    return { isOn: latest?.is_given ?? false, changedAt: latest?.changed_at ?? null };
  };
  return { email: latestOf('email'), sms: latestOf('sms') };
}

/**
 * Gives or withdraws consents to advertising, each change as a row of its own, and mails a
 * confirmation. One that is as asked for keeps its time.
 * @throws AppError TOO_MANY_REQUESTS for a consent given too often in a day
 */
export async function changeMarketingConsents(
  trx: Trx,
  userId: number,
  { wishes, source, now }: { wishes: Wishes; source: MarketingSource; now: Date },
): Promise<void> {
  // Two changes at once run one after the other.
  const account = await lockAccount(trx, userId);
  if (!account) return;
  const current = await readMarketingConsents(trx, userId);
  const changed = MARKETING_CHANNELS.filter(
    (channel) => (wishes[channel] ?? current[channel].isOn) !== current[channel].isOn,
  );
  if (changed.length === 0) return;
  if (changed.some((channel) => !current[channel].isOn)) await consume(trx, GIVEN, String(userId));
  await trx
    .updateTable('marketing_consents')
    .set({ remind_at: null })
    .where('user_id', '=', userId)
    .where('channel', 'in', changed)
    .where('remind_at', 'is not', null)
    .execute();
  await trx
    .insertInto('marketing_consents')
    .values(
      changed.map((channel) => ({
        user_id: userId,
        channel,
        is_given: !current[channel].isOn,
        source,
        version: TERMS_VERSION,
        changed_at: now,
        remind_at: current[channel].isOn ? null : nextReminder(now, now),
      })),
    )
    .execute();
  // The address of a closed account is erased in this transaction.
  if (source !== 'closing') await confirmConsents(trx, account, now);
}
