import { TERMS_VERSION } from '#content/terms-version.ts';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { lockAccount } from './account/accounts.queries.ts';

/** Free consents to advertising, one for each channel, as documents. */
export const MARKETING_CONSENTS = ['marketing_email', 'marketing_sms'] as const;
export type MarketingConsents = Record<(typeof MARKETING_CONSENTS)[number], { isOn: boolean; changedAt: Date | null }>;
/** The box of the sign-up: it covers every channel until its owner chooses one by one. */
const ALL_CHANNELS = 'marketing';

/** Reads which consents to advertising an account has given, and when each last changed. */
export async function readMarketingConsents(db: DbOrTrx, userId: number): Promise<MarketingConsents> {
  const rows = await db
    .selectFrom('consents')
    .select(['document', 'agreed_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .where('document', 'in', [...MARKETING_CONSENTS, ALL_CHANNELS])
    .execute();
  const changes = rows
    .map(({ document, agreed_at, withdrawn_at }) => ({
      document,
      isOn: withdrawn_at === null,
      changedAt: withdrawn_at ?? agreed_at,
    }))
    .toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime());
  const latestOf = (channel: string) => {
    const latest =
      changes.find(({ document }) => document === channel) ?? changes.find(({ document }) => document === ALL_CHANNELS);
    return { isOn: latest?.isOn ?? false, changedAt: latest?.changedAt ?? null };
  };
  return { marketing_email: latestOf('marketing_email'), marketing_sms: latestOf('marketing_sms') };
}

/** Gives or withdraws consents to advertising; one that is as asked for keeps its time. */
export async function changeMarketingConsents(
  trx: Trx,
  userId: number,
  wishes: Partial<Record<keyof MarketingConsents, boolean | undefined>>,
  now: Date,
): Promise<void> {
  // Two changes at once run one after the other.
  await lockAccount(trx, userId);
  const current = await readMarketingConsents(trx, userId);
  for (const channel of MARKETING_CONSENTS) {
    const isOn = wishes[channel];
    if (isOn !== undefined && isOn !== current[channel].isOn) await writeConsent(trx, userId, channel, isOn, now);
  }
}

/** A consent to an earlier version of the terms is withdrawn with it. */
async function writeConsent(trx: Trx, userId: number, document: string, isOn: boolean, now: Date): Promise<void> {
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('document', '=', document)
    .where('withdrawn_at', 'is', null)
    .execute();
  const withdrawn_at = isOn ? null : now;
  await trx
    .insertInto('consents')
    .values({ user_id: userId, document, version: TERMS_VERSION, agreed_at: now, withdrawn_at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'document', 'version'])
        .doUpdateSet(isOn ? { agreed_at: now, withdrawn_at } : { withdrawn_at }),
    )
    .execute();
}
