import { sql } from 'kysely';
import type { Db, Trx } from '#server/db/transaction.ts';
import type { NoticeValues } from '#server/features/mails/mail.ts';
import {
  defaultChannels,
  mayReceive,
  type NoticeChannels,
  type NoticeKind,
  type PhoneChannel,
  type Reach,
} from '#shared/rules/notices/notices.ts';
import type { DueNotice } from './due-notices.queries.ts';
import type { NoticeDeps } from './notice-deps.ts';

/** An event with the current data of its account. */
export type EventRow = {
  id: number;
  kind: NoticeKind;
  user_id: number;
  order_id: number | null;
  params: NoticeValues;
  mail_id: number | null;
  phone: string;
  phone_verified: boolean;
  email: string;
  email_verified: boolean;
  /** Channels whose setting differs from the default. */
  settings: Partial<NoticeChannels>;
};

/** A claimed message with its event. */
export type TakenNotice = { notice: DueNotice; event: EventRow };

/**
 * Columns of an event, its account and the account's settings of its kind; `notice_events` is
 * `event`, `users` is `account`.
 */
const EVENT_COLUMNS = sql`event.id, event.kind, event.user_id, event.order_id, event.params, event.mail_id,
  account.phone, account.phone_verified, account.email,
  coalesce(account.verified_email = account.email, false) as email_verified, (
    select coalesce(json_object_agg(setting.channel, setting.is_on), '{}') from notice_settings as setting
    where setting.user_id = event.user_id and setting.kind = event.kind) as settings`;

/** Reads and locks the oldest events without notices that no other run has locked. */
export async function lockUnplannedEvents(trx: Trx, limit: number): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from notice_events as event join users as account on account.id = event.user_id
    where event.planned_at is null order by event.id limit ${limit} for update of event skip locked`.execute(trx);
  return rows;
}

/** Notes that the events have their notices. */
export async function markPlanned(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await sql`update notice_events set planned_at = ${now} where id = any(${ids}::integer[])`.execute(trx);
}

/** Claims the earliest due message of one channel until `leaseUntil`, and reads its event. */
export async function takeDueNotice(
  db: Db,
  channel: PhoneChannel,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<TakenNotice | undefined> {
  const { rows: taken } = await sql<DueNotice>`
    update notices set attempts = attempts + 1, due_at = ${leaseUntil}
    where id = (
      select id from notices where channel = ${channel} and due_at <= ${now}
      order by due_at, id limit 1 for update skip locked)
    returning id, event_id, channel, state, phone, attempts, provider_ref, is_unclear, created_at, sent_at`.execute(db);
  const [notice] = taken;
  if (!notice) return undefined;
  const { rows: events } = await sql<EventRow>`
    select ${EVENT_COLUMNS} from notice_events as event join users as account on account.id = event.user_id
    where event.id = ${notice.event_id}`.execute(db);
  const [event] = events;
  return event && { notice, event };
}

/** Returns the channels by which the account of an event can be reached now. */
export function reachOf({ gateways, kakaoKinds }: Pick<NoticeDeps, 'gateways' | 'kakaoKinds'>, event: EventRow): Reach {
  return {
    channels: { ...defaultChannels(event.kind), ...event.settings },
    available: {
      kakao: gateways.kakao !== undefined && kakaoKinds.includes(event.kind),
      sms: gateways.sms !== undefined,
    },
    isPhoneUsable: mayReceive(event.kind, { digits: event.phone, isVerified: event.phone_verified }),
    // The cause of a login notice queues its own mail, to the address that may receive it.
    hasEmail: event.email !== '' && event.kind !== 'new_device_login',
  };
}
