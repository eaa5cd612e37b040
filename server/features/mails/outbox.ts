import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import type { Mail, OrderMailExtras, OrderMailKind } from './letters/mail.ts';

/** Queues the mail in the caller's transaction; a job sends it after the commit. */
export async function queueMail(trx: Trx, recipient: string, { kind, params }: Mail): Promise<void> {
  await trx
    .insertInto('mails')
    .values({ kind, recipient, params: JSON.stringify(params) })
    .execute();
}

/** A mail about an order: its kind and further parameters. */
export type OrderMail = { [Kind in OrderMailKind]: { kind: Kind; extra: OrderMailExtras[Kind] } }[OrderMailKind];

/**
 * Statement that queues a mail to the buyer of an order, if they have an address. Includes the
 * buyer's name only for a verified address, because a name is free text (contract §3). `orders` is
 * the table or CTE with the order, so that one statement can change an order and queue its mail.
 */
export function orderMailInsert(orders: string, { kind, extra }: OrderMail): RawBuilder<unknown> {
  return sql`insert into mails (kind, recipient, params)
    select ${kind}::text, users.email, jsonb_build_object(
        'fullname', case when users.verified_email = users.email then users.fullname else '' end, 'orderId', bought.id, 'orderNumber', bought.order_number,
        'serviceTitle', bought.service_title, 'plan', bought.selected_plan, 'priceWon', bought.price,
        'contactBy', bought.contact_by, 'phone', users.phone, 'lawyer', lawyer_of(bought.assignee_id)
      ) || ${JSON.stringify(extra)}::jsonb
    from ${sql.table(orders)} as bought join users on users.id = bought.user_id
    where users.email <> ''
    returning id`;
}

/** Queues a mail to the buyer of the order, if they have an address. */
export async function queueOrderMail(trx: Trx, orderId: number, mail: OrderMail): Promise<void> {
  await sql`with ordered as (select * from orders where id = ${orderId}) ${orderMailInsert('ordered', mail)}`.execute(
    trx,
  );
}

/**
 * Queues a mail about an order to the administrator who takes it, if the account has an address.
 */
export async function queueStaffMail(trx: Trx, orderId: number): Promise<void> {
  await sql`insert into mails (kind, recipient, params)
    select 'order_assigned', staff.email, jsonb_build_object(
        'orderId', orders.id, 'orderNumber', orders.order_number, 'serviceTitle', orders.service_title,
        'customerName', users.fullname, 'phone', users.phone, 'contactBy', orders.contact_by,
        'caseDescription', orders.case_description, 'deadlineOn', orders.deadline_on, 'contactWindow', orders.contact_window)
    from orders join users on users.id = orders.user_id join users staff on staff.id = orders.assignee_id
    where orders.id = ${orderId} and staff.email <> ''`.execute(trx);
}
