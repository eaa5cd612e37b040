import { TERMS_VERSION } from '#content/terms-version.ts';
import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import type { NoticeSettingsAnswer, NoticeSettingsBody } from '#shared/features/notices/schemas.ts';
import { isFixed, NOTICE_CHANNELS, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { presentSettings } from './settings.present.ts';
import { MARKETING_DOCUMENTS, readMarketing, readSettings, writeMarketing, writeSettings } from './settings.queries.ts';

type Account = { id: number; role: 'user' | 'admin' };

/**
 * Changes the given settings and consents of an account.
 * @throws AppError NOTICE_FIXED when one of them cannot be switched off; nothing is written then.
 */
export async function changeSettings(
  { db, clock }: Pick<NoticeDeps, 'db' | 'clock'>,
  { id, role }: Account,
  body: NoticeSettingsBody,
): Promise<NoticeSettingsAnswer> {
  const { kinds = {} } = body;
  for (const kind of NOTICE_KINDS) {
    const isRefused = NOTICE_CHANNELS.some(
      (channel) => kinds[kind]?.[channel] === false && isFixed(kind, channel, role),
    );
    if (isRefused) throw new AppError('NOTICE_FIXED');
  }
  return transaction(db, async (trx) => {
    const now = clock.now();
    // The account's row, so that two changes at once are written one after the other.
    await trx.selectFrom('users').select('users.id').where('users.id', '=', id).forUpdate().execute();
    await writeSettings(trx, id, kinds, now);
    const before = await readMarketing(trx, id);
    for (const document of MARKETING_DOCUMENTS) {
      const isOn = body[document]?.is_on;
      if (isOn === undefined || isOn === before[document].isOn) continue;
      await writeMarketing(trx, { userId: id, document, version: TERMS_VERSION, isOn, now });
    }
    return presentSettings(role, await readSettings(trx, id), await readMarketing(trx, id));
  });
}
