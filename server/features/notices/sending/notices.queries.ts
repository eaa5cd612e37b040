import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import type { NoticeValues } from '#server/features/mails/letters/mail.ts';
import {
  defaultChannels,
  isMobile,
  type NoticeChannels,
  type NoticeKind,
  type Reach,
} from '#shared/rules/notices/notices.ts';
import type { NoticeDeps } from './notice-deps.ts';

/** An event with what is known of its account now. */
export type EventRow = {
  id: number;
  kind: NoticeKind;
  user_id: number;
  order_id: number | null;
  params: NoticeValues;
  mail_id: number | null;
  phone: string;
  email: string;
};

/** Columns of an event and its account; `notice_events` is `event`, `users` is `account`. */
const EVENT_COLUMNS = sql`event.id, event.kind, event.user_id, event.order_id, event.params, event.mail_id,
  account.phone, account.email`;

/** The oldest event without notices, locked; undefined when there is none. */
export async function lockUnplannedEvent(db: DbOrTrx): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from notice_events as event join users as account on account.id = event.user_id
    where event.planned_at is null order by event.id limit 1 for update of event skip locked`.execute(db);
  return rows[0];
}

export async function readEvent(db: DbOrTrx, id: number): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from notice_events as event join users as account on account.id = event.user_id
    where event.id = ${id}`.execute(db);
  return rows[0];
}

/** The channels that an account has chosen for a kind. */
async function readChannels(db: DbOrTrx, userId: number, kind: NoticeKind): Promise<NoticeChannels> {
  const rows = await db
    .selectFrom('notice_settings')
    .select(['notice_settings.channel', 'notice_settings.is_on'])
    .where('notice_settings.user_id', '=', userId)
    .where('notice_settings.kind', '=', kind)
    .execute();
  return { ...defaultChannels(kind), ...Object.fromEntries(rows.map(({ channel, is_on }) => [channel, is_on])) };
}

/** How the account of an event can be reached at the moment. */
export async function readReach(
  db: DbOrTrx,
  { gateways, kakaoKinds }: Pick<NoticeDeps, 'gateways' | 'kakaoKinds'>,
  event: EventRow,
): Promise<Reach> {
  return {
    channels: await readChannels(db, event.user_id, event.kind),
    available: {
      kakao: gateways.kakao !== undefined && kakaoKinds.includes(event.kind),
      sms: gateways.sms !== undefined,
    },
    isPhoneUsable: isMobile(event.phone),
    // The cause of a login notice queues its own mail, to the address that may receive it.
    hasEmail: event.email !== '' && event.kind !== 'new_device_login',
  };
}
