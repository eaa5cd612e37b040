import { TERMS_VERSION } from '#content/terms-version.ts';
import { type Db, type DbOrTrx, type Trx, transaction } from '#server/db/transaction.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { ConsentStatus, SetConsentsBody } from '#shared/features/accounts/consent-schemas.ts';
import { lockAccount } from '../account/accounts.queries.ts';

const CHANNELS = ['marketing_email', 'marketing_sms'] as const;
type Channel = (typeof CHANNELS)[number];
/** The box of the sign-up: it covers every channel until its owner chooses one by one. */
const ALL_CHANNELS = 'marketing';

type Row = { document: string; version: string; agreed_at: Date; withdrawn_at: Date | null };

function listRows(db: DbOrTrx, userId: number): Promise<Row[]> {
  return db
    .selectFrom('consents')
    .select(['document', 'version', 'agreed_at', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .orderBy('agreed_at')
    .execute();
}

function changedAt({ agreed_at, withdrawn_at }: Row): Date {
  return withdrawn_at ?? agreed_at;
}

function choiceOf(rows: readonly Row[], channel: Channel): ConsentStatus[Channel] {
  const own = rows.filter(({ document }) => document === channel);
  const given = own.length > 0 ? own : rows.filter(({ document }) => document === ALL_CHANNELS);
  const latest = given.toSorted((a, b) => changedAt(a).getTime() - changedAt(b).getTime()).at(-1);
  if (!latest) return { is_on: false, changed_at: null };
  return { is_on: latest.withdrawn_at === null, changed_at: wireTime(changedAt(latest)) };
}

/** Returns what the account's owner agreed to, and when. */
export async function getConsents(db: DbOrTrx, userId: number): Promise<ConsentStatus> {
  const rows = await listRows(db, userId);
  return {
    documents: rows
      .filter(({ document }) => !document.startsWith(ALL_CHANNELS))
      .map(({ document, version, agreed_at }) => ({ document, version, agreed_at: wireTime(agreed_at) })),
    marketing_email: choiceOf(rows, 'marketing_email'),
    marketing_sms: choiceOf(rows, 'marketing_sms'),
  };
}

async function setChannel(trx: Trx, userId: number, channel: Channel, isOn: boolean, now: Date): Promise<void> {
  await trx
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('document', '=', channel)
    .where('withdrawn_at', 'is', null)
    .execute();
  const row = { user_id: userId, document: channel, version: TERMS_VERSION, agreed_at: now };
  const withdrawn_at = isOn ? null : now;
  await trx
    .insertInto('consents')
    .values({ ...row, withdrawn_at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'document', 'version'])
        .doUpdateSet(isOn ? { agreed_at: now, withdrawn_at } : { withdrawn_at }),
    )
    .execute();
}

/** Gives or withdraws the free consents, each channel apart; one that is as asked for is left alone. */
export async function setConsents(db: Db, userId: number, wishes: SetConsentsBody, now: Date): Promise<void> {
  await transaction(db, async (trx) => {
    // Two changes at once follow one another.
    await lockAccount(trx, userId);
    const current = await getConsents(trx, userId);
    for (const channel of CHANNELS) {
      const isOn = wishes[channel];
      if (isOn !== undefined && isOn !== current[channel].is_on) await setChannel(trx, userId, channel, isOn, now);
    }
  });
}
