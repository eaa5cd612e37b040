import { sql } from 'kysely';
import type { DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
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
    notices.created_at, notices.delivered_at
  from notices
  join notice_events as event on event.id = notices.event_id
  join users as account on account.id = event.user_id
  left join mails on mails.id = notices.mail_id`;

function matching({ state, channel, kind }: NoticeFilter) {
  const conditions = [
    state && sql`listed.state = ${state}`,
    channel && sql`listed.channel = ${channel}`,
    kind && sql`listed.kind = ${kind}`,
  ].filter((condition) => condition !== undefined);
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

/** A page of notices, newest first. */
export async function listNotices(
  db: DbOrTrx,
  { limit, after, ...filter }: NoticeFilter & { limit: number; after: number | undefined },
): Promise<Page<NoticeRow>> {
  const before = after ? sql`where notices.id < ${after}` : sql``;
  const [page, count] = await Promise.all([
    sql<NoticeRow>`
      select * from (${ROWS} ${before}) as listed ${matching(filter)} order by id desc limit ${limit + 1}`.execute(db),
    sql<{ total: number }>`
      select count(*)::integer as total
      from (select from (${ROWS}) as listed ${matching(filter)} limit ${EXACT_TOTAL + 1}) as counted`.execute(db),
  ]);
  return { ...cutPage(page.rows, limit), total: count.rows[0]?.total ?? 0 };
}

/** One notice, locked against the job that sends it. */
export async function lockNotice(
  db: DbOrTrx,
  id: number,
): Promise<(NoticeRow & { mail_id: number | null }) | undefined> {
  const { rows } = await sql<NoticeRow & { mail_id: number | null }>`
    select listed.*, locked.mail_id from (${ROWS} where notices.id = ${id}) as listed
    join notices as locked on locked.id = listed.id for update of locked`.execute(db);
  return rows[0];
}
