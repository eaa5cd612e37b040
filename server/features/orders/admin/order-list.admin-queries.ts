import { type RawBuilder, sql } from 'kysely';
import { foundIn, holds, needleOf, needlesOf, search, searchable } from '#server/db/search.ts';
import type { Db, DbOrTrx } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import type { OrderAssignee } from '#shared/features/orders/work-schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import type { ServiceCategory } from '#shared/rules/service-category.ts';
import { assigneeOf } from '../work/assignee.ts';
import { conditions, type ListFilters } from './order-filters.ts';
import { behind, isNewestFirst, NEWEST, orderBy, pageOfOrders, type Sorting } from './order-sorting.ts';

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
};

/** `now` decides which payments and calls are overdue. */
type ListOptions = { filters: ListFilters; now: Date; limit: number; after: number | undefined; sorting?: Sorting };

/** Orders scanned per row of the page before the query uses the search indexes. */
const LOOKED_AT_PER_LINE = 40;
/** Characters of receipt ids of the provider and the sandbox. */
const RECEIPT_PART = /^[A-Za-z0-9_-]{2,}$/;

const COLUMNS = sql`o.id, o.order_number, o.service_title, o.category, u.fullname as user_name, u.user_id, u.phone as user_phone,
  o.user_id as account_id, o.soldier ->> 'fullname' as soldier_name, o.selected_plan, o.price, o.paid_price, o.status, o.created_at,
  o.contact_by, o.contacted_at, o.work_started_at, o.work_closed_at, o.deadline_on, ${assigneeOf(sql`o.assignee_id`)} as assignee,
  exists (select from refund_requests r where r.order_id = o.id and r.state = 'open') as has_refund_request`;
const NEWEST_FIRST = orderBy(NEWEST);

/** What the heads of the list sort by. */
const FOUND = sql`o.id, o.created_at, o.price, o.status, o.contact_by`;

const USER_TEXT = searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`, sql`u.email`);
const NUMBER_TEXT = searchable(sql`o.order_number`);
const TITLE_TEXT = searchable(sql`o.service_title`);
const RECEIPT_TEXT = searchable(sql`a.receipt_id`);
/**
 * The index of the users' list contains the e-mail too, but orders are not searched by it (contract
 * §3).
 */
const BUYER_TEXT = searchable(sql`u.user_id`, sql`u.fullname`, sql`u.phone`);

/**
 * Selects the ids of the page first, so that the joins cost one page regardless of the plan for the
 * filters.
 */
async function listPlain(db: Db, options: ListOptions): Promise<AdminOrderRow[]> {
  const { filters, now, after, limit, sorting = NEWEST } = options;
  const page = pageOfOrders(conditions(filters, now), sorting, { after, limit: limit + 1 });
  const { rows } = await sql<AdminOrderRow>`
    select ${COLUMNS} from (${page}) as o join users u on u.id = o.user_id ${orderBy(sorting)}`.execute(db);
  return rows;
}

/** The filters and what lies behind the cursor, for a search. */
function conditionsOf({ filters, now, after, sorting = NEWEST }: Omit<ListOptions, 'limit'>): RawBuilder<unknown> {
  const where = conditions(filters, now);
  return after === undefined ? where : sql`${where} and ${behind(sorting, after)}`;
}

/** Scans the newest orders: fast when many match, such as a family name. */
async function searchAmongNewest(db: Db, options: ListOptions, q: string): Promise<AdminOrderRow[]> {
  const needle = [needleOf(q)];
  const byReceipt = RECEIPT_PART.test(q)
    ? sql`or exists (select from payment_attempts a where a.order_id = o.id and ${holds(RECEIPT_TEXT, needle)})`
    : sql``;
  const { rows } = await sql<AdminOrderRow>`
    with newest as materialized (
      select * from orders o where ${conditionsOf(options)} ${NEWEST_FIRST} limit ${options.limit * LOOKED_AT_PER_LINE}
    )
    select ${COLUMNS} from newest o join users u on u.id = o.user_id
    where ${holds(NUMBER_TEXT, needle)} or ${holds(TITLE_TEXT, needle)} or ${holds(BUYER_TEXT, needlesOf(q))} ${byReceipt}
    ${NEWEST_FIRST} limit ${options.limit + 1}`.execute(db);
  return rows;
}

/**
 * Selects the ids of all matching orders, using one index per searched field. `most` limits each
 * field; service titles are few, so their index is scanned.
 */
function foundIds(options: Omit<ListOptions, 'limit'>, q: string, most: number | undefined): RawBuilder<unknown> {
  const needle = [needleOf(q)];
  const bound = most === undefined ? sql`` : sql`limit ${most}`;
  const where = conditionsOf(options);
  const byReceipt = RECEIPT_PART.test(q)
    ? sql`union (select ${FOUND} from payment_attempts a join orders o on o.id = a.order_id
        where ${foundIn(RECEIPT_TEXT, needle)} and ${where} ${bound})`
    : sql``;
  return sql`
    with recursive titles (service_title) as (
      (select min(service_title) from orders)
      union all
      select (select min(o.service_title) from orders o where o.service_title > t.service_title)
      from titles t where t.service_title is not null
    ), found as (
      (select ${FOUND} from users u join orders o on o.user_id = u.id
        where ${foundIn(USER_TEXT, needlesOf(q))} and ${holds(BUYER_TEXT, needlesOf(q))} and ${where} ${bound})
      union (select ${FOUND} from orders o where ${foundIn(NUMBER_TEXT, needle)} and ${where} ${bound})
      union (select listed.*
        from (select * from titles o where o.service_title is not null and ${holds(TITLE_TEXT, needle)}) as t
        cross join lateral (
          select ${FOUND} from orders o where o.service_title = t.service_title and ${where}
          ${NEWEST_FIRST} ${bound}
        ) as listed ${bound})
      ${byReceipt}
    )`;
}

async function searchAll(db: DbOrTrx, options: ListOptions, q: string): Promise<AdminOrderRow[]> {
  const sorted = orderBy(options.sorting ?? NEWEST);
  const { rows } = await sql<AdminOrderRow>`
    ${foundIds(options, q, undefined)}
    select ${COLUMNS} from (select * from found o ${sorted} limit ${options.limit + 1}) as page
    join orders o on o.id = page.id join users u on u.id = o.user_id ${sorted}`.execute(db);
  return rows;
}

/** Reads a page of orders, newest first unless sorted otherwise, and the cursor of the next page. */
export async function listOrderRows(db: Db, options: ListOptions): Promise<Omit<Page<AdminOrderRow>, 'total'>> {
  const { q } = options.filters;
  if (q === undefined) return cutPage(await listPlain(db, options), options.limit);
  if (isNewestFirst(options.sorting ?? NEWEST)) {
    const newest = await searchAmongNewest(db, options, q);
    if (newest.length > options.limit) return cutPage(newest, options.limit);
  }
  return cutPage(await search(db, (trx) => searchAll(trx, options, q)), options.limit);
}

/** Counts the orders of a status from the stored totals (decision 015). */
async function countByStatus(db: Db, status: OrderStatus | undefined): Promise<number> {
  const ofStatus = status ? sql`where status = ${status}` : sql``;
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(orders), 0)::bigint as total
    from (select status, orders from order_totals union all select status, orders from order_changes) as kept ${ofStatus}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Counts the filtered orders; beyond `EXACT_TOTAL` the result is any larger number. */
export async function countOrders(db: Db, filters: ListFilters, now: Date): Promise<number> {
  const { q, status, ...narrowed } = filters;
  const options = { filters, now, after: undefined };
  const most = EXACT_TOTAL + 1;
  if (q !== undefined) {
    const { rows } = await search(db, (trx) =>
      sql<{ total: number }>`
        ${foundIds(options, q, most)} select count(*) as total from (select from found limit ${most}) as counted`.execute(
        trx,
      ),
    );
    return rows[0]?.total ?? 0;
  }
  if (Object.values(narrowed).every((filter) => !filter)) return countByStatus(db, status);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from orders o where ${conditions(filters, now)} limit ${most}) as counted`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}
