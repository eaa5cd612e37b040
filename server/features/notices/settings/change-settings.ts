import { transaction } from '#server/db/transaction.ts';
import { changeMarketingConsents, readMarketingConsents } from '#server/features/accounts/marketing-consents.ts';
import { AppError } from '#server/lib/errors.ts';
import type { NoticeSettingsAnswer, NoticeSettingsBody } from '#shared/features/notices/schemas.ts';
import { isFixed, NOTICE_CHANNELS, NOTICE_KINDS } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from '../sending/notice-deps.ts';
import { presentSettings } from './settings.present.ts';
import { readSettings, writeSettings } from './settings.queries.ts';

type Account = { id: number; role: 'user' | 'admin' };

/**
 * Changes the given settings and consents of an account.
 * @throws AppError NOTICE_FIXED when one of them cannot be switched off; TOO_MANY_REQUESTS. Nothing is
 *   written then.
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
    const { marketing_email: email, marketing_sms: sms } = body;
    const wishes = { email: email?.is_on, sms: sms?.is_on };
    await changeMarketingConsents(trx, id, { wishes, source: 'settings', now });
    await writeSettings(trx, id, kinds, now);
    return presentSettings(role, await readSettings(trx, id), await readMarketingConsents(trx, id));
  });
}
