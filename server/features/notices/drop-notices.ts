import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';

/**
 * Drops what was not sent yet of an order's notices of one kind, because its cause is gone. A message
 * that a provider may have taken stays, but is neither sent again nor by another channel.
 */
export async function dropNotices(trx: Trx, kind: NoticeKind, orderId: number): Promise<void> {
  // Wait for a job that is planning the event, so that the next statements find its notices.
  const events = await trx
    .selectFrom('notice_events')
    .select('notice_events.id')
    .where('notice_events.order_id', '=', orderId)
    .where('notice_events.kind', '=', kind)
    .forUpdate()
    .execute();
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`delete from notices where event_id = any(${ids}) and channel <> 'email' and state = 'queued'
    and not is_unclear`.execute(trx);
  // A mail that is being sent is locked, and goes.
  await sql`with dropped as (
      delete from mails where id in (
        select id from mails where state = 'waiting'
          and id in (select mail_id from notices where event_id = any(${ids}) and channel = 'email')
        for update skip locked)
      returning id)
    delete from notices where channel = 'email' and mail_id in (select id from dropped)`.execute(trx);
  await sql`update notice_events set params = params || '{"isDropped": true}' where id = any(${ids})`.execute(trx);
  await trx
    .deleteFrom('notice_events')
    .where('notice_events.id', 'in', ids)
    .where('notice_events.planned_at', 'is', null)
    .execute();
}
