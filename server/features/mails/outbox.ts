import { type RawBuilder, sql } from 'kysely';
import { type RowJob, wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { ValueOrSlot } from '#server/db/statements/compile-once.ts';
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

/** The jobs that send a mail about an order, and the other channels of its notice. */
export function jobsOfOrderMail({ kind }: OrderMail): readonly RowJob[] {
  return NOTICE_OF[kind] ? ['send_mails', 'send_notices'] : ['send_mails'];
}

/**
 * The CTEs that queue a mail to the buyer of an order, if there is an address, and record its
 * notice event. The mail has the buyer's name only where the address is proved, because a name is
 * free text (contract §3). `orders` names the table or CTE that has the order, so that one
 * statement can change an order and queue its mail. The caller wakes the jobs.
 */
export function orderMailCtes(
  orders: string,
  { kind, extra }: OrderMail,
): Record<'mailed' | 'noticed', RawBuilder<{ id: number }>> {
  const notice = NOTICE_OF[kind];
  const text = JSON.stringify(extra);
  const mailed = sql<{ id: number }>`(insert into mails (kind, recipient, params)
    select ${kind}::text, users.email, jsonb_build_object(
        'fullname', case when users.verified_email = users.email then users.fullname else '' end, 'orderId', bought.id, 'orderNumber', bought.order_number,
        'serviceTitle', bought.service_title, 'plan', bought.selected_plan, 'priceWon', bought.price,
        'contactBy', bought.contact_by, 'phone', users.phone, 'lawyer', lawyer_of(bought.assignee_id)
      ) || ${text}::jsonb
    from ${sql.table(orders)} as bought join users on users.id = bought.user_id
    where users.email <> ''
    returning id)`;
  if (!notice) return { mailed, noticed: sql<{ id: number }>`(select 0 as id)` };
  const noticed = sql<{ id: number }>`(insert into notice_events (kind, user_id, order_id, params, mail_id)
    select ${notice}::text, bought.user_id, bought.id, jsonb_build_object(
        'orderId', bought.id, 'orderNumber', bought.order_number, 'priceWon', bought.price
      ) || ${text}::jsonb, (select id from mailed)
    from ${sql.table(orders)} as bought
    returning id)`;
  return { mailed, noticed };
}

/**
 * Queues a mail to the buyer of the order, if there is an address, and records its notice event.
 */
export async function queueOrderMail(trx: Trx, orderId: number, mail: OrderMail): Promise<void> {
  const { mailed, noticed } = orderMailCtes('ordered', mail);
  await sql`with ordered as (select * from orders where id = ${orderId}), mailed as ${mailed}, noticed as ${noticed}
    select from ordered`.execute(trx);
  for (const job of jobsOfOrderMail(mail)) wakeAfterCommit(trx, job);
}

/**
 * The CTE that queues a mail to the administrator who takes the order, if the account has an
 * address; not to `known`, who had it before. What the buyer wrote about the case is behind its
 * link. `orders` as in `orderMailCtes`; the caller wakes the job.
 */
export function assigneeMailCte(orders: string, known: ValueOrSlot<number | null>): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`(insert into mails (kind, recipient, params)
    select 'order_assigned', assignees.email, jsonb_build_object(
        'orderId', bought.id, 'orderNumber', bought.order_number, 'serviceTitle', bought.service_title,
        'customerName', users.fullname, 'phone', users.phone, 'contactBy', bought.contact_by,
        'deadlineOn', bought.deadline_on, 'contactWindow', bought.contact_window)
    from ${sql.table(orders)} as bought
    join users on users.id = bought.user_id join users assignees on assignees.id = bought.assignee_id
    where assignees.email <> '' and bought.assignee_id is distinct from ${known}::integer
    returning id)`;
}

/**
 * Queues a mail about an order to the administrator who takes it, if the account has an address.
 */
export async function queueAssigneeMail(trx: Trx, orderId: number): Promise<void> {
  await sql`with ordered as (select * from orders where id = ${orderId}), assigned as ${assigneeMailCte('ordered', null)}
    select from ordered`.execute(trx);
  wakeAfterCommit(trx, 'send_mails');
}
