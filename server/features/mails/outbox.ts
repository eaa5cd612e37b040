import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import type { Mail, OrderMailExtras, OrderMailKind } from './letters/mail.ts';

/**
 * Stores the mail with what else the transaction writes; a job sends it after the commit. Returns
 * its id.
 */
export async function queueMail(trx: Trx, recipient: string, { kind, params }: Mail): Promise<number> {
  const { id } = await trx
    .insertInto('mails')
    .values({ kind, recipient, params: JSON.stringify(params) })
    .returning('mails.id')
    .executeTakeFirstOrThrow();
  wakeAfterCommit(trx, 'send_mails');
  return id;
}

/** A mail about an order: its kind and further parameters. */
export type OrderMail = { [Kind in OrderMailKind]: { kind: Kind; extra: OrderMailExtras[Kind] } }[OrderMailKind];

/** Mails that are one channel of a notice; the others have no other channel. */
const NOTICE_OF: Partial<Record<OrderMailKind, NoticeKind>> = {
  order_confirmed: 'paid',
  virtual_account: 'virtual_account',
  order_cancelled: 'refunded',
  order_refunded: 'refunded',
  payment_returned: 'refunded',
  work_started: 'work_started',
};

/**
 * Queues a mail to the buyer of the order, if there is an address, and records its notice event. The
 * mail has the buyer's name only where the address is proved, because a name is free text
 * (contract §3).
 */
export async function queueOrderMail(trx: Trx, orderId: number, { kind, extra }: OrderMail): Promise<void> {
  const text = JSON.stringify(extra);
  const { rows } = await sql<{ id: number }>`
    insert into mails (kind, recipient, params)
    select ${kind}::text, users.email, jsonb_build_object(
        'fullname', case when users.verified_email = users.email then users.fullname else '' end, 'orderId', bought.id,
        'orderNumber', bought.order_number, 'serviceTitle', bought.service_title, 'plan', bought.selected_plan,
        'priceWon', bought.price, 'contactBy', bought.contact_by, 'phone', users.phone,
        'lawyer', lawyer_of(bought.assignee_id)
      ) || ${text}::jsonb
    from orders as bought join users on users.id = bought.user_id
    where bought.id = ${orderId} and users.email <> ''
    returning id`.execute(trx);
  wakeAfterCommit(trx, 'send_mails');
  const notice = NOTICE_OF[kind];
  if (!notice) return;
  await sql`
    insert into notice_events (kind, user_id, order_id, params, mail_id)
    select ${notice}::text, bought.user_id, bought.id, jsonb_build_object(
        'orderId', bought.id, 'orderNumber', bought.order_number, 'priceWon', bought.price
      ) || ${text}::jsonb, ${rows[0]?.id ?? null}::integer
    from orders as bought where bought.id = ${orderId}`.execute(trx);
  wakeAfterCommit(trx, 'send_notices');
}

/** Queues a mail about an order to the administrator who takes it, if the account has an address. */
export async function queueAssigneeMail(trx: Trx, orderId: number): Promise<void> {
  await sql`
    insert into mails (kind, recipient, params)
    select 'order_assigned', assignees.email,
      jsonb_build_object('orderId', bought.id, 'orderNumber', bought.order_number)
    from orders as bought join users assignees on assignees.id = bought.assignee_id
    where bought.id = ${orderId} and assignees.email <> ''`.execute(trx);
  wakeAfterCommit(trx, 'send_mails');
}
