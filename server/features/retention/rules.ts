import { sql } from 'kysely';
import { LAST_PAID_AT, WAS_PAID } from '#server/features/orders/was-paid.ts';
import { UNUSED_HOURS } from '#shared/features/attachments/schemas.ts';
import { type RetentionRule, rowsRule } from './retention-rule.ts';

const EXPIRY = 'purpose ended';
const COMMERCE = '전자상거래법 시행령 6조: contracts and payments';

/**
 * Money, or a report about money, has met the order: a payment that failed counts, and an order
 * that an administrator had confirmed by hand.
 */
const HAS_PAYMENT_TRACE = sql`(paid_price > 0 or paid_at is not null
  or exists (select from payment_attempts where payment_attempts.order_id = orders.id)
  or exists (select from payment_events where payment_events.order_id = orders.id)
  or exists (select from payment_webhooks where payment_webhooks.order_number = orders.order_number)
  or exists (select from payment_differences where payment_differences.order_id = orders.id)
  or exists (select from refunds where refunds.order_id = orders.id)
  or exists (select from refund_requests where refund_requests.order_id = orders.id)
  or exists (select from refund_proposals where refund_proposals.order_id = orders.id)
  or exists (select from order_events where order_events.order_id = orders.id and order_events.status = 'confirmed'))`;
/** What an order holds about people, beside the account. */
const HAS_PERSONAL_COPY = sql`
  (soldier is not null or case_description_sealed is not null or deadline_on is not null
    or contact_window <> '')`;
const ERASE_PERSONAL_COPY = sql`soldier = null, case_description_sealed = null, deadline_on = null,
  contact_window = ''`;
const IS_FIVE_YEARS_OLD = (now: unknown) => sql`${LAST_PAID_AT} <= ${now} - interval '5 years'`;

/** People's words about orders in rows that stay (decision 045). */
const SEALED_OF_ORDERS = [
  {
    table: 'order_events',
    data: "administrators' words in the timeline of orders",
    sealed: 'note_sealed',
  },
  { table: 'order_steps', data: 'notes on the steps of orders', sealed: 'note_sealed' },
  { table: 'refunds', data: "administrators' reasons of refunds", sealed: 'reason_sealed' },
  { table: 'refund_proposals', data: 'reasons of refunds that two decide', sealed: 'note_sealed' },
  {
    table: 'refund_proposals',
    data: 'answers of the second administrator about refunds',
    sealed: 'decision_note_sealed',
  },
] as const;

/**
 * Every period after which data is deleted or erased, in the order in which the jobs apply them
 * (decision 012). Closing an account erases the rest at once.
 */
export const RETENTION: readonly RetentionRule[] = [
  ...(['sessions', 'social_login_attempts', 'social_tokens', 'pending_logins', 'passkey_challenges'] as const).map(
    (table) =>
      rowsRule({
        table,
        data: table.replaceAll('_', ' '),
        kept: 'until they expire',
        basis: EXPIRY,
        isOver: (now) => sql`expires_at <= ${now}`,
      }),
  ),
  rowsRule({
    table: 'second_factors',
    data: 'second factors that were never confirmed',
    kept: '1 day',
    basis: EXPIRY,
    isOver: (now) => sql`confirmed_at is null and created_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'known_devices',
    data: 'browsers known to an account',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'rate_limits',
    data: 'counters of limits',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: () => sql`expire <= extract(epoch from clock_timestamp()) * 1000`,
  }),
  rowsRule({
    table: 'reset_requests',
    data: 'requests for a new password whose mail could not be queued',
    kept: '1 hour',
    basis: EXPIRY,
    isOver: (now) => sql`due_at <= ${now} - interval '1 hour'`,
  }),
  rowsRule({
    table: 'email_links',
    data: 'links that verify or restore an e-mail address',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'phone_codes',
    data: 'codes sent to phones',
    kept: 'until they expire',
    basis: EXPIRY,
    isOver: (now) => sql`expires_at <= ${now}`,
  }),
  rowsRule({
    table: 'identity_checks',
    data: 'identity checks that were begun',
    kept: 'half an hour; the row a day longer',
    basis: 'a repeated or late confirmation gets its answer',
    isOver: (now) => sql`expires_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'password_resets',
    data: 'links for a new password',
    kept: 'an hour; the row a day longer',
    basis: 'a repeated job still finds that its mail was sent',
    isOver: (now) => sql`expires_at <= ${now} - interval '1 day'`,
  }),
  rowsRule({
    table: 'login_events',
    data: 'logins of customers',
    kept: '3 months',
    basis: '통신비밀보호법, contract §6',
    isOver: (now) => sql`not is_staff and created_at <= ${now} - interval '3 months'`,
  }),
  rowsRule({
    table: 'login_events',
    data: 'logins of administrators',
    kept: '2 years',
    basis: '개인정보의 안전성 확보조치 기준, contract §6',
    isOver: (now) => sql`is_staff and created_at <= ${now} - interval '2 years'`,
  }),
  rowsRule({
    table: 'mails',
    data: 'sent mails',
    kept: '30 days',
    basis: 'questions about delivery',
    isOver: (now) => sql`state = 'sent' and created_at <= ${now} - interval '30 days'`,
  }),
  rowsRule({
    table: 'notice_events',
    data: 'notices that were delivered or replaced',
    kept: '30 days',
    basis: 'questions about delivery',
    isOver: (now) => sql`planned_at is not null and created_at <= ${now} - interval '30 days' and not exists (
      select from notices left join mails on mails.id = notices.mail_id
      where notices.event_id = notice_events.id
        and (notices.due_at is not null or notices.state = 'failed' or mails.state in ('waiting', 'failed')))`,
  }),
  rowsRule({
    table: 'notice_events',
    data: 'failed notices',
    kept: '90 days, or until an administrator sends them again',
    basis: 'administrators send them again',
    isOver: (now) => sql`planned_at is not null and created_at <= ${now} - interval '90 days' and not exists (
      select from notices where notices.event_id = notice_events.id and notices.due_at is not null)`,
  }),
  rowsRule({
    table: 'mails',
    data: 'failed mails',
    kept: '90 days, or until an administrator sends them again',
    basis: 'administrators send them again',
    isOver: (now) => sql`state = 'failed' and created_at <= ${now} - interval '90 days'`,
  }),
  rowsRule({
    table: 'payment_webhooks',
    data: 'webhooks: processed, or handled by an administrator',
    kept: '90 days',
    basis: 'questions about payments',
    isOver: (now) =>
      sql`(state = 'done' or handled_at is not null) and last_received_at <= ${now} - interval '90 days'`,
  }),
  rowsRule({
    table: 'payment_webhooks',
    data: 'webhooks about receipts that are none of our payments',
    kept: '30 days',
    basis: 'they cannot fill the table (decision 018)',
    isOver: (now) => sql`state <> 'new' and handled_at is null and last_received_at <= ${now} - interval '30 days'
      and not exists (select from payment_attempts where payment_attempts.receipt_id = payment_webhooks.receipt_id)`,
  }),
  rowsRule({
    table: 'attachments',
    data: 'files that no message carries',
    kept: `${UNUSED_HOURS} hours`,
    basis: 'contract §5',
    isOver: (now) => sql`conversation_id is null and created_at <= ${now} - ${UNUSED_HOURS} * interval '1 hour'`,
  }),
  rowsRule({
    table: 'soldiers',
    data: 'soldiers written while their account was being closed',
    kept: 'not at all',
    basis: 'decision 012',
    isOver: () => sql`user_id in (select id from users where closed_at is not null)`,
  }),
  rowsRule({
    table: 'orders',
    data: "a closed account's orders: soldier, case and call times",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    isOver: (now) => sql`${HAS_PERSONAL_COPY}
      and user_id in (select user_id from retained_buyers where keep_until <= ${now})`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'retained_buyers',
    data: "a closed account's buyer: name, phone and e-mail",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    isOver: (now) => sql`keep_until <= ${now}`,
  }),
  rowsRule({
    table: 'conversations',
    data: 'conversations without a paid order, with their files',
    kept: 'a year after the last message or event',
    basis: 'contract §5',
    every: 'day',
    isOver: (now) => sql`updated_at <= ${now} - interval '1 year'
      and not exists (select from orders where orders.id = conversations.order_id and ${WAS_PAID})`,
  }),
  rowsRule({
    table: 'conversations',
    data: "a closed account's conversations, with their files",
    kept: "as long as the account's buyer",
    basis: 'contract §5',
    isOver: () => sql`user_id in (
      select id from users where closed_at is not null
        and not exists (select from retained_buyers where retained_buyers.user_id = users.id))`,
  }),
  rowsRule({
    table: 'orders',
    data: 'unpaid orders without any payment',
    kept: '90 days',
    basis: 'no contract was made',
    every: 'day',
    isOver: (now) => sql`status in ('cancelled', 'error') and created_at <= ${now} - interval '90 days'
      and not ${HAS_PAYMENT_TRACE}`,
  }),
  rowsRule({
    table: 'orders',
    data: 'orders that were never paid: soldier, case and call times',
    kept: '90 days',
    basis: 'no contract was made',
    every: 'day',
    isOver: (now) => sql`status in ('cancelled', 'error') and ${HAS_PERSONAL_COPY} and not ${WAS_PAID}
      and created_at <= ${now} - interval '90 days'`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'orders',
    data: 'paid orders of open accounts: soldier, case and call times',
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`${HAS_PERSONAL_COPY} and ${IS_FIVE_YEARS_OLD(now)}`,
    erase: ERASE_PERSONAL_COPY,
  }),
  rowsRule({
    table: 'order_notes',
    data: "administrators' notes on orders",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`order_id in (select orders.id from orders where ${IS_FIVE_YEARS_OLD(now)})`,
  }),
  ...SEALED_OF_ORDERS.map(({ table, data, sealed }) =>
    rowsRule({
      table,
      data,
      kept: 'five years after the last payment',
      basis: COMMERCE,
      every: 'day',
      isOver: (now) => sql`${sql.ref(sealed)} is not null
        and order_id in (select orders.id from orders where ${IS_FIVE_YEARS_OLD(now)})`,
      erase: sql`${sql.ref(sealed)} = null`,
    }),
  ),
  rowsRule({
    table: 'callbacks',
    data: 'calls that were booked for orders',
    kept: 'five years after the last payment',
    basis: 'contract §7: as long as the order',
    every: 'day',
    isOver: (now) => sql`order_id in (select orders.id from orders where ${IS_FIVE_YEARS_OLD(now)})`,
  }),
  rowsRule({
    table: 'refund_requests',
    data: "refund requests: the customer's reason and the answer",
    kept: 'five years after the last payment',
    basis: COMMERCE,
    every: 'day',
    isOver: (now) => sql`(reason_sealed is not null or note_sealed is not null)
      and order_id in (select orders.id from orders where ${IS_FIVE_YEARS_OLD(now)})`,
    erase: sql`reason_sealed = null, note_sealed = null`,
  }),
  rowsRule({
    table: 'conversations',
    data: 'conversations of paid orders, with their files',
    kept: 'five years after the last payment',
    basis: 'contract §5: as long as the order',
    every: 'day',
    isOver: (now) => sql`order_id in (select orders.id from orders where ${WAS_PAID} and ${IS_FIVE_YEARS_OLD(now)})`,
  }),
  rowsRule({
    table: 'images',
    data: 'pictures that no service and no terms show',
    kept: '30 days',
    basis: EXPIRY,
    every: 'day',
    isOver: (now) => sql`created_at <= ${now} - interval '30 days'
      and not exists (select from services where services::text like '%' || images.id || '%')
      and not exists (select from terms_versions where terms_versions::text like '%' || images.id || '%')`,
  }),
  rowsRule({
    table: 'builds',
    data: 'builds of the pages that another one replaced',
    kept: '30 days',
    basis: 'tabs that were opened before an upgrade (decision 049)',
    every: 'day',
    isOver: (now) => sql`replaced_at <= ${now} - interval '30 days'`,
  }),
  rowsRule({
    table: 'build_files',
    data: 'files of no such build',
    kept: 'not at all',
    basis: 'tabs that were opened before an upgrade (decision 049)',
    every: 'day',
    isOver: () => sql`name not in (select unnest(names) from builds)`,
  }),
];
