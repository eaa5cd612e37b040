import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { NoticeValues } from '#server/features/mails/mail.ts';
import { defaultChannels, type NoticeKind } from '#shared/rules/notices/notices.ts';

export type NoticeEvent = {
  kind: NoticeKind;
  /** The account that is notified; of an order, the buyer unless given. */
  userId?: number | undefined;
  orderId?: number | undefined;
  /** The mail, where the caller has queued it itself. */
  mailId?: number | undefined;
  /** Values of the template besides the order's number. */
  params?: Omit<NoticeValues, 'orderId' | 'orderNumber'>;
  /** Names the event where it could happen twice, as in `step:12`; a repeat is ignored. */
  eventKey?: string | undefined;
};

/**
 * Records an event in the transaction that causes it; a job sends its notices by every channel the
 * customer has chosen (contract §7). Events with a mail of their own are recorded together with
 * that mail, by `mails/outbox.ts`. Returns false for a repeat.
 */
export async function queueNotice(trx: Trx, event: NoticeEvent): Promise<boolean> {
  const { kind, userId, orderId, mailId, params = {}, eventKey } = event;
  const { numAffectedRows } = await sql`
    insert into notice_events (kind, user_id, order_id, mail_id, params, event_key)
    select ${kind}, coalesce(${userId ?? null}::integer, orders.user_id), orders.id, ${mailId ?? null}::integer,
      case when orders.id is null then '{}'::jsonb
        else jsonb_build_object('orderNumber', orders.order_number, 'orderId', orders.id) end || ${JSON.stringify(params)}::jsonb,
      ${eventKey ?? null}
    from (select) as once left join orders on orders.id = ${orderId ?? null}
    on conflict (event_key) do nothing`.execute(trx);
  wakeAfterCommit(trx, 'send_notices');
  return numAffectedRows === 1n;
}

/** Returns whether an account wants mails of a kind; for kinds whose cause queues the mail itself. */
export async function isMailWanted(trx: Trx, userId: number, kind: NoticeKind): Promise<boolean> {
  const setting = await trx
    .selectFrom('notice_settings')
    .select('notice_settings.is_on')
    .where('notice_settings.user_id', '=', userId)
    .where('notice_settings.kind', '=', kind)
    .where('notice_settings.channel', '=', 'email')
    .executeTakeFirst();
  return setting?.is_on ?? defaultChannels(kind).email;
}
