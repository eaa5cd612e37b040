import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import { cutPage, EXACT_TOTAL, type Page } from '#server/http/api/paging.ts';
import { conditions, type ListFilters } from '../order-filters.ts';
import { type AdminOrderRow, COLUMNS, type ListOptions } from './order-columns.ts';
import { searchOrders } from './order-search.admin-queries.ts';
import { NEWEST, orderBy, pageOfOrders, sortKey } from './order-sorting.ts';

/**
 * Selects the ids of the page first, so that the joins cost one page regardless of the plan for the
 * filters.
 */
async function listPlain(db: Db, options: ListOptions): Promise<AdminOrderRow[]> {
  const { filters, now, after, limit, sorting = NEWEST } = options;
  const page = pageOfOrders(conditions(filters, now), sorting, { after, limit: limit + 1 });
  const { rows } = await sql<AdminOrderRow>`
    select ${COLUMNS}, ${sortKey(sorting)} as sort_key from (${page}) as o join users u on u.id = o.user_id ${orderBy(sorting)}`.execute(
    db,
  );
  return rows;
}

async function countPlain(db: Db, filters: Omit<ListFilters, 'q'>, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from orders o where ${conditions(filters, now)} limit ${EXACT_TOTAL + 1}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Reads a page of orders, newest first unless sorted otherwise, and the cursor of the next page.
 */
export async function listOrderRows(db: Db, options: ListOptions): Promise<Omit<Page<AdminOrderRow>, 'total'>> {
  const { q } = options.filters;
  if (q === undefined) return cutPage(await listPlain(db, options), options.limit);
  const { rows } = await searchOrders(db, { ...options, q });
  return cutPage(rows, options.limit);
}

/** As `listOrderRows`, and counts the list; beyond `EXACT_TOTAL` the total is any larger number. */
export async function getOrderPage(db: Db, options: ListOptions): Promise<Page<AdminOrderRow>> {
  const { q, ...filters } = options.filters;
  if (q !== undefined) {
    const { rows, total } = await searchOrders(db, { ...options, q }, EXACT_TOTAL);
    return { ...cutPage(rows, options.limit), total };
  }
  const [rows, total] = await Promise.all([listPlain(db, options), countPlain(db, filters, options.now)]);
  return { ...cutPage(rows, options.limit), total };
}
