import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { overdue, UNASSIGNED, UNCONTACTED, WORK_CONDITIONS } from '#server/features/orders/order-filters.ts';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';
import type { Badges, OrderCounts } from '#shared/features/desk/schemas.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';

/** Limit of a count: beyond it, it is "many". */
const MOST = 1000;

function countOf(from: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from (select from ${from} limit ${MOST}) as counted)`;
}

function ordersWhere(where: RawBuilder<unknown>): RawBuilder<number> {
  return countOf(sql`orders o where ${where}`);
}

const UNTOUCHED = ordersWhere(sql`o.status = 'confirmed' and o.handled_at is null`);
const REFUND_REQUESTS = countOf(sql`refund_requests where state = 'open'`);

function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a select of counts gives one row');
  return row;
}

export async function getBadges(db: Db, now: Date): Promise<Badges> {
  const { rows } = await sql<Badges>`select ${UNTOUCHED} as new_orders, ${REFUND_REQUESTS} as refund_requests,
      ${countOf(pendingTaskRows('overdue_refund_request', now))} as overdue_refund_requests,
      ${countOf(sql`conversations where status = 'waiting'`)} as waiting_conversations`.execute(db);
  return onlyRow(rows);
}

/** Counts the orders behind each filter that stands for a task, each from its own index. */
export async function countOrderTasks(db: Db, actorId: number, now: Date): Promise<OrderCounts['tasks']> {
  // A task can have several rows of one order; the list shows the order once.
  const withTask = (task: PendingTask) =>
    countOf(sql`(select distinct w.order_id from ${pendingTaskRows(task, now)}) as waiting`);
  const { rows } = await sql<OrderCounts['tasks']>`
    select ${UNTOUCHED} as untouched, ${ordersWhere(UNASSIGNED)} as unassigned,
      ${ordersWhere(sql`o.assignee_id = ${actorId} and o.status = 'confirmed' and o.work_closed_at is null`)} as mine,
      ${ordersWhere(WORK_CONDITIONS.waiting)} as waiting, ${ordersWhere(WORK_CONDITIONS.in_progress)} as in_progress,
      ${ordersWhere(UNCONTACTED)} as uncontacted, ${ordersWhere(overdue(now))} as overdue,
      ${REFUND_REQUESTS} as refund_requests, ${withTask('overdue_refund_request')} as overdue_refund_request,
      ${withTask('refund_approval')} as refund_approval, ${withTask('refund')} as refund,
      ${withTask('refused_refund')} as refused_refund, ${withTask('unsettled')} as unsettled,
      ${withTask('deposit')} as deposit`.execute(db);
  return onlyRow(rows);
}
