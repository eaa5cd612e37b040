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

export type Settings = Record<NoticeKind, Record<NoticeChannel, boolean>>;

/** Reads all settings of an account, with the defaults. */
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

/** Stores the given settings. */
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
