import { sql } from 'kysely';
import type { After } from '#server/http/api/paging.ts';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import type { ListFilters } from '../order-filters.ts';
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
  assignee: OrderAssignee | null;
  has_refund_request: boolean;
  sort_key: string;
};

/** Of an order `o` and its buyer `u`. */
export const COLUMNS = sql`o.id, o.order_number, o.service_title, o.category, u.fullname as user_name, u.user_id, u.phone as user_phone,
  o.user_id as account_id, o.soldier ->> 'fullname' as soldier_name, o.selected_plan, o.price, o.paid_price, o.status, o.created_at,
  o.contact_by, o.contacted_at, o.work_started_at, o.work_closed_at, o.deadline_on, ${assigneeOf(sql`o.assignee_id`)} as assignee,
  exists (select from refund_requests r where r.order_id = o.id and r.state = 'open') as has_refund_request`;

/** `now` decides which payments and calls are overdue. */
export type ListOptions = {
  filters: ListFilters;
  now: Date;
  limit: number;
  after: After | undefined;
  sorting?: Sorting;
};
