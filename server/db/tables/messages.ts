import type { Generated, GeneratedAlways } from 'kysely';
import type { NoticeChannel, NoticeKind, NoticeState } from '#shared/rules/notices/notices.ts';
import type { CreatedAt, Json, UpdatedAt } from './columns.ts';

/** A mail with its kind and parameters (decision 011). */
export type MailsTable = {
  id: GeneratedAlways<number>;
  kind: string;
  recipient: string;
  /** Empty once its secret was erased. */
  params: Json<unknown>;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Date | null;
  last_error: Generated<string>;
  /** True when a failure is shown to staff as one, and counted in the alarms. */
  needs_attention: Generated<boolean>;
  created_at: CreatedAt;
  ended_at: Date | null;
};

/** Something that a customer is notified of; a job plans its notices (decision 031). */
export type NoticeEventsTable = {
  id: GeneratedAlways<number>;
  kind: NoticeKind;
  user_id: number;
  order_id: number | null;
  params: Generated<Json<unknown>>;
  /** Set where the mail was queued together with the event. */
  mail_id: number | null;
  event_key: string | null;
  created_at: CreatedAt;
  planned_at: Date | null;
};

/**
 * One message of an event by one channel. The state of a mail is the state of its row in `mails`.
 */
export type NoticesTable = {
  id: GeneratedAlways<number>;
  event_id: number;
  channel: NoticeChannel;
  state: Generated<NoticeState>;
  mail_id: number | null;
  /** The number at the moment of sending. */
  phone: string | null;
  attempts: Generated<number>;
  /** When it is sent, or asked about, next; null once it has ended. */
  due_at: Date | null;
  /** The provider's id of the message, or of the group that holds it. */
  provider_ref: string | null;
  /** The provider's last answer was lost: it may have taken the message. */
  is_unclear: Generated<boolean>;
  last_error: Generated<string>;
  /** True when a failure is shown to staff as one, and counted in the alarms. */
  needs_attention: Generated<boolean>;
  created_at: CreatedAt;
  sent_at: Date | null;
  delivered_at: Date | null;
};

/** Settings that differ from the defaults. */
export type NoticeSettingsTable = {
  user_id: number;
  kind: NoticeKind;
  channel: NoticeChannel;
  is_on: boolean;
  changed_at: UpdatedAt;
};
