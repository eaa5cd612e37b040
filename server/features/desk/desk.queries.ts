import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { conditions, type ListFilters, WORK_CONDITIONS } from '#server/features/orders/order-filters.ts';
import { pendingTaskRows } from '#server/features/orders/pending-task-rows.ts';
import type { Badges, OrderCounts } from '#shared/features/desk/schemas.ts';
import type { PendingTask } from '#shared/rules/pending-task.ts';
import type { WorkFilter } from '#shared/rules/work/order-list.ts';

/** Limit of a count: beyond it, it is "many". */
const MOST = 1000;

function countOf(from: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*) from (select from ${from} limit ${MOST}) as counted)`;
}

function ordersWhere(where: RawBuilder<unknown>): RawBuilder<number> {
  return countOf(sql`orders o where ${where}`);
}

const UNTOUCHED = sql`o.status = 'confirmed' and o.handled_at is null`;

function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a select of counts gives one row');
  return row;
}

export async function getBadges(db: Db, now: Date): Promise<Badges> {
  const { rows } = await sql<Badges>`select ${ordersWhere(UNTOUCHED)} as new_orders,
      ${countOf(sql`refund_requests where state = 'open'`)} as refund_requests,
      ${countOf(pendingTaskRows('overdue_refund_request', now))} as overdue_refund_requests,
      ${countOf(sql`conversations where status = 'waiting'`)} as waiting_conversations`.execute(db);
  return onlyRow(rows);
}

/** Conditions on `orders o`: those of all filters but the counted one. */
type Within = {
  actorId: number;
  now: Date;
  /** Neither work nor status is chosen: 내 담당 and 미배정 then stand for open cases. */
  isOpen: boolean;
  withoutTask: RawBuilder<unknown>;
  withoutWork: RawBuilder<unknown>;
  withoutAssignee: RawBuilder<unknown>;
};

/**
 * Counts the orders of each filter that stands for a task, each from its own index and together with all
 * other filters. In one facet the choices take each other's place.
 */
export async function countOrderTasks(
  db: Db,
  { actorId, now, isOpen, withoutTask, withoutWork, withoutAssignee }: Within,
): Promise<OrderCounts['tasks']> {
  // A task can have several rows of one order; the list shows the order once.
  const withTask = (task: PendingTask) =>
    countOf(sql`(select distinct w.order_id from ${pendingTaskRows(task, now)}) as waiting
      join orders o on o.id = waiting.order_id where ${withoutTask}`);
  const within = (filters: ListFilters) => ordersWhere(sql`${conditions(filters, now)} and ${withoutTask}`);
  const working = (work: WorkFilter) => ordersWhere(sql`${WORK_CONDITIONS[work]} and ${withoutWork}`);
  const assigned = (assignee: number | 'none') =>
    ordersWhere(sql`${conditions({ assignee, work: isOpen ? 'open' : undefined }, now)} and ${withoutAssignee}`);
  const { rows } = await sql<OrderCounts['tasks']>`
    select ${within({ untouched: true })} as untouched, ${assigned('none')} as unassigned, ${assigned(actorId)} as mine,
      ${working('waiting')} as waiting, ${working('in_progress')} as in_progress, ${working('closed')} as closed,
      ${working('open')} as open, ${within({ due: 'week' })} as due_this_week,
      ${within({ contact: 'open' })} as uncontacted, ${within({ contact: 'overdue' })} as overdue,
      ${withTask('near_deadline')} as near_deadline, ${withTask('case_work')} as case_work,
      ${withTask('refund_request')} as refund_requests, ${withTask('overdue_refund_request')} as overdue_refund_request,
      ${withTask('refund_approval')} as refund_approval, ${withTask('refund')} as refund,
      ${withTask('refused_refund')} as refused_refund, ${withTask('unsettled')} as unsettled,
      ${withTask('deposit')} as deposit`.execute(db);
  return onlyRow(rows);
}
