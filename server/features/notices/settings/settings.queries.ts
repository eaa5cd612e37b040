import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { NoticeSettingsBody } from '#shared/features/notices/schemas.ts';
import {
  defaultChannels,
  forEveryKind,
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from '#shared/rules/notices/notices.ts';

/** Consents to advertising as documents, by channel. */
export const MARKETING_DOCUMENTS = ['marketing_email', 'marketing_sms'] as const;
export type MarketingDocument = (typeof MARKETING_DOCUMENTS)[number];
/** The consent given at sign-up is for both channels, until the account changes one of them. */
const SIGN_UP_DOCUMENT = 'marketing';

export type Settings = Record<NoticeKind, Record<NoticeChannel, boolean>>;
export type MarketingConsent = { isOn: boolean; changedAt: Date | null };

/** All settings of an account, the defaults included. */
export async function readSettings(db: DbOrTrx, userId: number): Promise<Settings> {
  const rows = await db
    .selectFrom('notice_settings')
    .select(['notice_settings.kind', 'notice_settings.channel', 'notice_settings.is_on'])
    .where('notice_settings.user_id', '=', userId)
    .execute();
  return forEveryKind((kind) => {
    const own = rows.filter((row) => row.kind === kind).map(({ channel, is_on }) => [channel, is_on]);
    return { ...defaultChannels(kind), ...Object.fromEntries(own) };
  });
}

/** Stores the settings that are given. */
export async function writeSettings(
  trx: Trx,
  userId: number,
  kinds: NonNullable<NoticeSettingsBody['kinds']>,
  now: Date,
): Promise<void> {
  const rows = NOTICE_KINDS.flatMap((kind) =>
    NOTICE_CHANNELS.flatMap((channel) => {
      const is_on = kinds[kind]?.[channel];
      return is_on === undefined ? [] : [{ user_id: userId, kind, channel, is_on, changed_at: now }];
    }),
  );
  if (rows.length === 0) return;
  await trx
    .insertInto('notice_settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'channel'])
        .doUpdateSet((eb) => ({ is_on: eb.ref('excluded.is_on'), changed_at: eb.ref('excluded.changed_at') })),
    )
    .execute();
}

/** The consents to advertising: whether given, and when that changed. */
export async function readMarketing(db: DbOrTrx, userId: number): Promise<Record<MarketingDocument, MarketingConsent>> {
  const rows = await db
    .selectFrom('consents')
    .select(['consents.document', 'consents.agreed_at', 'consents.withdrawn_at'])
    .where('consents.user_id', '=', userId)
    .where('consents.document', 'in', [...MARKETING_DOCUMENTS, SIGN_UP_DOCUMENT])
    .orderBy('consents.agreed_at', 'desc')
    .execute();
  const consentTo = (document: MarketingDocument): MarketingConsent => {
    const row = rows.find((one) => one.document === document) ?? rows.find((one) => one.document === SIGN_UP_DOCUMENT);
    if (!row) return { isOn: false, changedAt: null };
    return { isOn: row.withdrawn_at === null, changedAt: row.withdrawn_at ?? row.agreed_at };
  };
  return { marketing_email: consentTo('marketing_email'), marketing_sms: consentTo('marketing_sms') };
}

/** Records a consent to advertising, or its withdrawal. */
export async function writeMarketing(
  trx: Trx,
  consent: { userId: number; document: MarketingDocument; version: string; isOn: boolean; now: Date },
): Promise<void> {
  const { userId, document, version, isOn, now } = consent;
  await sql`
    insert into consents (user_id, document, version, agreed_at, withdrawn_at)
    values (${userId}, ${document}, ${version}, ${now}, ${isOn ? null : now})
    on conflict (user_id, document, version) do update set
      agreed_at = case when ${isOn} then excluded.agreed_at else consents.agreed_at end,
      withdrawn_at = excluded.withdrawn_at`.execute(trx);
}
