import { sql } from 'kysely';
import { wakeAfterCommit } from '#server/db/jobs/wake-jobs.ts';
import type { Trx } from '#server/db/transaction.ts';
import { onDuty } from '#server/features/admin-profiles/on-duty.ts';
import type { Lawyer } from '#shared/features/orders/schemas.ts';
import type { NoticeKind } from '#shared/rules/notices/notices.ts';
import type { Mail, OrderMailExtras, OrderMailKind } from './mail.ts';
import { type CountedKind, isCounted, isCountedKind, type Recipient, tryMail } from './mail-budget.ts';

/**
 * Stores the mail with what else the transaction writes; a job sends it after the commit. Returns
 * its id; undefined when the address has got all mails of the day that anyone can cause.
 */
export async function queueMail(trx: Trx, recipient: Recipient, mail: Mail): Promise<number | undefined> {
  const { kind, params } = mail;
  const isLimited = isCounted(mail);
  if (isLimited && !(await tryMail(trx, recipient))) return undefined;
  const { id } = await trx
    .insertInto('mails')
    .values({
      kind,
      recipient: recipient.address,
      params: JSON.stringify(params),
      needs_attention: recipient.isProven || !isLimited,
    })
    .returning('mails.id')
    .executeTakeFirstOrThrow();
  wakeAfterCommit(trx, 'send_mails');
  return id;
}

/** A mail about an order: its kind and further parameters. */
export type OrderMail = { [Kind in OrderMailKind]: { kind: Kind; extra: OrderMailExtras[Kind] } }[OrderMailKind];

/** A mail about an order that always goes, because a payment or an act of staff causes it. */
export type PaidOrderMail = Exclude<OrderMail, { kind: CountedKind }>;

/** Staff's own address: it is proven by the owner who gave them the account. */
export function staffRecipient(address: string): Recipient {
  return { address, isProven: true, isStaff: true };
}

/** Mails that are one channel of a notice; the others have no other channel. */
const NOTICE_OF: Partial<Record<OrderMailKind, NoticeKind>> = {
  order_confirmed: 'paid',
  virtual_account: 'virtual_account',
  order_cancelled: 'refunded',
  order_refunded: 'refunded',
  payment_returned: 'refunded',
  work_started: 'work_started',
};

/** Tells whether the mail of an order goes, and whether its failure raises an alarm. */
type Admission = { isMailed: boolean; needsAttention: boolean };
const ALWAYS: Admission = { isMailed: true, needsAttention: true };

/** Counts the mail to the buyer of an order, unless it always goes. */
async function admitOrderMail(trx: Trx, orderId: number, { kind }: OrderMail): Promise<Admission> {
  if (!isCountedKind(kind)) return ALWAYS;
  const { email, verified_email } = await trx
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['users.email', 'users.verified_email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const isProven = verified_email === email;
  const isMailed = email !== '' && (await tryMail(trx, { address: email, isProven }));
  return { isMailed, needsAttention: isProven };
}

/**
 * Queues a mail to the buyer of the order, if there is an address, and records its notice event. The
 * mail has the buyer's name only where the address is proved, because a name is free text
 * (contract §3).
 */
export async function queueOrderMail(trx: Trx, orderId: number, mail: OrderMail): Promise<void> {
  const { kind, extra } = mail;
  const { isMailed, needsAttention } = await admitOrderMail(trx, orderId, mail);
  const text = JSON.stringify(extra);
  const notice = NOTICE_OF[kind];
  await sql`
    with bought as (select * from orders where id = ${orderId}), mail as (
      insert into mails (kind, recipient, needs_attention, params)
      select ${kind}::text, users.email, ${needsAttention}::boolean, jsonb_build_object(
          'fullname', case when users.verified_email = users.email then users.fullname else '' end, 'orderId', bought.id,
          'orderNumber', bought.order_number, 'serviceTitle', bought.service_title, 'plan', bought.selected_plan,
          'priceWon', bought.price, 'contactBy', bought.contact_by, 'phone', users.phone,
          'lawyer', lawyer_of(bought.assignee_id)
        ) || ${text}::jsonb
      from bought join users on users.id = bought.user_id where users.email <> '' and ${isMailed}::boolean
      returning id
    )
    insert into notice_events (kind, user_id, order_id, params, mail_id)
    select ${notice ?? null}::text, user_id, id, jsonb_build_object(
        'orderId', id, 'orderNumber', order_number, 'priceWon', price
      ) || ${text}::jsonb, (select id from mail)
    from bought where ${notice ?? null}::text is not null`.execute(trx);
  wakeAfterCommit(trx, 'send_mails');
  if (notice) wakeAfterCommit(trx, 'send_notices');
}

type NamedLawyer = { userId: number; orderId: number; lawyer: Lawyer; isChange: boolean };

/** Queues the mail that tells a person of a case who handles it, if the account has an address. */
export async function mailLawyer(trx: Trx, { userId, orderId, lawyer, isChange }: NamedLawyer): Promise<void> {
  const { email, verified_email, order_number } = await trx
    .selectFrom('users')
    .innerJoin('orders', (join) => join.on('orders.id', '=', orderId))
    .select(['users.email', 'users.verified_email', 'orders.order_number'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  if (email === '') return;
  const recipient = { address: email, isProven: verified_email === email };
  const params = { orderId, orderNumber: order_number, lawyer, isChange };
  await queueMail(trx, recipient, { kind: 'lawyer_named', params });
}

const TODAY = sql`(now() at time zone 'Asia/Seoul')::date`;

/**
 * Queues a mail about an order to the administrator who takes it, or to their substitute, if the
 * account has an address.
 */
export async function queueAssigneeMail(trx: Trx, orderId: number): Promise<void> {
  await sql`
    insert into mails (kind, recipient, params)
    select 'order_assigned', assignees.email,
      jsonb_build_object('orderId', bought.id, 'orderNumber', bought.order_number)
    from orders as bought join users assignees on assignees.id = ${onDuty(sql`bought.assignee_id`, TODAY)}
    where bought.id = ${orderId} and assignees.email <> ''`.execute(trx);
  wakeAfterCommit(trx, 'send_mails');
}
