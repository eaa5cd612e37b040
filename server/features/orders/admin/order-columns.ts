import { sql } from 'kysely';
import type { After } from '#server/http/api/paging.ts';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import type { ListFilters } from '../order-filters.ts';
import { FIRMS_TURN } from '../pending-task-rows.ts';
import { assigneeOf } from '../work/assignee.ts';
import type { Sorting } from './order-sorting.ts';

export type AdminOrderRow = {
  id: number;
  order_number: string;
  service_title: string;
  category: ServiceCategory;
  user_name: string;
  user_id: string;
  user_phone: string;
  account_id: number;
  soldier_name: string | null;
  selected_plan: string;
  price: number;
  paid_price: number;
  status: OrderStatus;
  created_at: Date;
  contact_by: Date | null;
  contacted_at: Date | null;
  work_started_at: Date | null;
  work_closed_at: Date | null;
  deadline_on: string | null;
  last_day: string | null;
  firm_tasks: number;
  next_step: { title: string; due_on: string | null } | null;
  last_contact_at: Date | null;
  assignee: OrderAssignee | null;
  has_refund_request: boolean;
  sort_key: string;
};

/** The first step of `orders o` that is not done. */
const NEXT_STEP = sql`(select json_build_object('title', s.title, 'due_on', s.due_on) from order_steps s
  where s.order_id = o.id and s.done_at is null order by s.position, s.id limit 1)`;

const LAST_CONTACT = sql`greatest(
  (select max(c.called_at) from order_calls c where c.order_id = o.id and c.outcome = 'reached'),
  (select max(m.created_at) from conversations v
    join conversation_messages m on m.conversation_id = v.id and m.seq = v.last_staff_seq
    where v.order_id = o.id and v.last_staff_seq > 0))`;

/** Of an order `o` and its buyer `u`. */
export const COLUMNS = sql`o.id, o.order_number, o.service_title, o.category, u.fullname as user_name, u.user_id, u.phone as user_phone,
  o.user_id as account_id, o.soldier ->> 'fullname' as soldier_name, o.selected_plan, o.price, o.paid_price, o.status, o.created_at,
  o.contact_by, o.contacted_at, o.work_started_at, o.work_closed_at, o.deadline_on,
  case when o.status = 'confirmed' and o.work_closed_at is null then o.last_day end as last_day,
  case when o.status = 'confirmed' and o.work_closed_at is null
    then (select count(*) from ${FIRMS_TURN} w where w.order_id = o.id) else 0 end as firm_tasks, ${assigneeOf(sql`o.assignee_id`)} as assignee,
  ${NEXT_STEP} as next_step, ${LAST_CONTACT} as last_contact_at,
  exists (select from refund_requests r where r.order_id = o.id and r.state = 'open') as has_refund_request`;

/** `now` decides which payments and calls are overdue. */
export type ListOptions = {
  filters: ListFilters;
  now: Date;
  limit: number;
  after: After | undefined;
  sorting?: Sorting;
  /** False: the search does not look at soldiers, whom the administrator may not see. */
  maySeeSoldier?: boolean;
};
