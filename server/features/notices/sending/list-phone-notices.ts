import { sql } from 'kysely';
import type { NoticeValues } from '#server/features/mails/mail.ts';
import { isMobile, type NoticeKind } from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { writeNotice } from './notice-text.ts';

/** Number of messages that the development mailbox shows. */
const SHOWN = 50;

/** Lists the messages that a configured provider would send, newest first; for development. */
export async function listPhoneNotices({
  db,
  siteUrl,
}: Pick<NoticeDeps, 'db' | 'siteUrl'>): Promise<{ to: string; text: string; created_at: Date }[]> {
  const { rows } = await sql<{ kind: NoticeKind; params: NoticeValues; phone: string; created_at: Date }>`
    select event.kind, event.params, account.phone, event.created_at
    from notice_events as event join users as account on account.id = event.user_id
    order by event.id desc limit ${SHOWN}`.execute(db);
  return rows
    .filter(({ phone }) => isMobile(phone))
    .map(({ kind, params, phone, created_at }) => ({
      to: phone,
      created_at,
      text: writeNotice(kind, params, siteUrl()).text,
    }));
}
