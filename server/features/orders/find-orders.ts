import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { listOrderRows } from './admin/order-list.admin-queries.ts';
import { searchOrderIds } from './admin/order-search.admin-queries.ts';
import { presentOrderRow } from './admin/orders.admin-present.ts';
import { conditions, type ListFilters } from './order-filters.ts';

/** The newest orders that the search of the list finds. */
export async function findOrders(
  db: Db,
  q: string,
  options: { limit: number; now: Date },
): Promise<AdminOrderListItem[]> {
  const { rows } = await listOrderRows(db, { ...options, filters: { q }, after: undefined });
  return rows.map(presentOrderRow);
}

/**
 * The condition on `orders o` that the filters make, the search among them.
 * @throws AppError SEARCH_TOO_WIDE
 */
export async function conditionOf(db: Db, { q, ...filters }: ListFilters, now: Date): Promise<RawBuilder<unknown>> {
  const where = conditions(filters, now);
  if (q === undefined) return where;
  const ids = await searchOrderIds(db, { q, filters, now });
  return sql`o.id = any (${ids}::int[]) and ${where}`;
}
