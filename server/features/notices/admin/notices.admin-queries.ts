import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { allOf, listPage } from '#server/http/api/list-page.ts';
import type { After, Page } from '#server/http/api/paging.ts';
import type { NoticeChannel, NoticeKind, NoticeState } from '#shared/rules/notices/notices.ts';

export type NoticeRow = {
  id: number;
  kind: NoticeKind;
  channel: NoticeChannel;
  order_id: number | null;
  recipient: string;
  state: NoticeState;
  attempts: number;
  last_error: string;
  needs_attention: boolean;
  created_at: Date;
  delivered_at: Date | null;
};

export type NoticeFilter = {
  state?: NoticeState | undefined;
  channel?: NoticeChannel | undefined;
  kind?: NoticeKind | undefined;
};

/**
 * A notice as a row of the list. The state of a mail is the state of its row in `mails`; a mail
 * that was deleted by then had been sent.
 */
const ROWS = sql`
  select notices.id, event.kind, notices.channel, event.order_id,
    case notices.channel when 'email' then coalesce(mails.recipient, account.email)
      else coalesce(notices.phone, account.phone) end as recipient,
    case when notices.channel <> 'email' then notices.state
      when mails.state = 'waiting' then 'queued' when mails.state = 'failed' then 'failed' else 'sent' end as state,
    case notices.channel when 'email' then coalesce(mails.attempts, 0) else notices.attempts end as attempts,
    case notices.channel when 'email' then coalesce(mails.last_error, '') else notices.last_error end as last_error,
    case notices.channel when 'email' then coalesce(mails.needs_attention, false)
      else notices.needs_attention end as needs_attention,
    notices.created_at, notices.delivered_at
  from notices
  join notice_events as event on event.id = notices.event_id
  join users as account on account.id = event.user_id
  left join mails on mails.id = notices.mail_id`;

type ListOptions = NoticeFilter & { order: 'asc' | 'desc'; limit: number; after: After | undefined };

/** Reads a page of notices, newest first unless sorted otherwise. */
export function listNotices(
  db: DbOrTrx,
  { state, channel, kind, order, limit, after }: ListOptions,
): Promise<Page<NoticeRow>> {
  return listPage(db, {
    from: sql`(${ROWS})`,
    where: allOf([
      state && sql`l.state = ${state}`,
      channel && sql`l.channel = ${channel}`,
      kind && sql`l.kind = ${kind}`,
    ]),
    select: (page) => sql`select * from ${page}`,
    sorting: { order },
    limit,
    after,
  });
}

type LockedNotice = NoticeRow & { mail_id: number | null; is_unclear: boolean };

/** One notice, locked against the job that sends it. */
export async function lockNotice(db: DbOrTrx, id: number): Promise<LockedNotice | undefined> {
  const { rows } = await sql<LockedNotice>`
    select listed.*, locked.mail_id, locked.is_unclear from (${ROWS} where notices.id = ${id}) as listed
    join notices as locked on locked.id = listed.id for update of locked`.execute(db);
  return rows[0];
}
