import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { overdue, UNASSIGNED } from '#server/features/orders/order-filters.ts';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';
import { endOfKoreanDay, startOfKoreanDay } from '#server/lib/korean-day.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';

export type Totals = { users: number; services: number; orders: Partial<Record<OrderStatus, number>> };

/** Counts open accounts, services and orders. */
export async function getTotals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select (select count(*) from users where closed_at is null) as users,
      (select count(*) from services where deleted_at is null) as services,
      (select coalesce(json_object_agg(status, orders), '{}') from (
        select status, count(*) as orders from orders group by status) as counted) as orders`.execute(db);
  return rows[0] ?? { users: 0, services: 0, orders: {} };
}

export type RecentOrder = {
  id: number;
  order_number: string;
  service_title: string;
  user_name: string;
  price: number;
  status: OrderStatus;
  created_at: Date;
};

export async function listRecentOrders(db: Db, limit: number): Promise<RecentOrder[]> {
  const { rows } = await sql<RecentOrder>`
    select o.id, o.order_number, o.service_title, u.fullname as user_name, o.price, o.status, o.created_at
    from orders o join users u on u.id = o.user_id
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

export type WaitingCounts = {
  overdueContacts: number;
  unassignedOrders: number;
  nearDeadlines: number;
  caseWork: number;
  waitingMails: number;
  untouchedOrders: number;
  waitingConversations: number;
  refundRequests: number;
  refundApprovals: number;
  overdueRefundRequests: number;
  refundsRequested: number;
  refundsRefused: number;
  failedMails: number;
  unsettledPayments: number;
  awaitedDeposits: number;
  paymentDifferences: number;
  unknownWebhooks: number;
};

/** Counts the pending tasks, each from a partial index of open rows. */
export async function countWaiting(db: Db, now: Date, most: number): Promise<WaitingCounts> {
  const countOf = (task: PendingTask) => sql`(select count(*) from ${pendingTaskRows(task, now)})`;
  // Several things can wait in one case.
  const ordersWith = (task: PendingTask) => sql`(select count(distinct w.order_id) from ${pendingTaskRows(task, now)})`;
  const { rows } = await sql<WaitingCounts>`
    select (select count(*) from (
        select from orders where status = 'confirmed' and handled_at is null limit ${most}) as untouched) as "untouchedOrders",
      (select count(*) from (select from orders o where ${overdue(now)} limit ${most}) as late) as "overdueContacts",
      (select count(*) from (select from orders o where ${UNASSIGNED} limit ${most}) as free) as "unassignedOrders",
      (select count(*) from (select from mails where state = 'waiting' limit ${most}) as unsent) as "waitingMails",
      (select count(*) from (
        select from conversations where status = 'waiting' limit ${most}) as unanswered) as "waitingConversations",
      (select count(*) from refund_requests where state = 'open') as "refundRequests",
      ${ordersWith('near_deadline')} as "nearDeadlines", ${ordersWith('case_work')} as "caseWork",
      ${countOf('overdue_refund_request')} as "overdueRefundRequests", ${countOf('refund_approval')} as "refundApprovals",
      ${countOf('refund')} as "refundsRequested", ${countOf('refused_refund')} as "refundsRefused",
      (select count(*) from mails where state = 'failed' and needs_attention) as "failedMails",
      ${countOf('unsettled')} as "unsettledPayments", ${countOf('deposit')} as "awaitedDeposits",
      (select count(*) from payment_differences where handled_at is null) as "paymentDifferences",
      (select count(*) from payment_webhooks where state = 'unknown' and handled_at is null) as "unknownWebhooks"`.execute(
    db,
  );
  if (!rows[0]) throw new Error('a select of counts gives one row');
  return rows[0];
}

export type StatisticsRow = {
  day: string | null;
  service_id: number | null;
  category: ServiceCategory | null;
  service_title: string | null;
  is_now: boolean;
  orders: number;
  confirmed: number;
  revenue: number;
};

/**
 * Aggregates the orders of two consecutive periods by day in Korea, service and category in one
 * pass. Revenue is what is paid now for the orders placed on a day.
 */
export async function listStatistics(
  db: Db,
  period: { beforeFrom: string; from: string; to: string },
): Promise<StatisticsRow[]> {
  const { beforeFrom, from, to } = period;
  const { rows } = await sql<StatisticsRow>`
    with placed as (
      select (created_at at time zone 'Asia/Seoul')::date as day, service_id, category, status, paid_price from orders
      where created_at >= ${startOfKoreanDay(beforeFrom)} and created_at < ${endOfKoreanDay(to)}
    ), summed as (
      select day, service_id, category, day >= ${from}::date as is_now, count(*) as orders,
        count(*) filter (where status = 'confirmed') as confirmed, sum(paid_price) as revenue
      from placed group by grouping sets ((is_now, day), (is_now, service_id), (is_now, category))
    )
    select summed.day::text as day, summed.service_id, summed.category, services.title as service_title,
      summed.is_now, summed.orders, summed.confirmed, summed.revenue
    from summed left join services on services.id = summed.service_id`.execute(db);
  return rows;
}
