import type { Db } from '#server/db/transaction.ts';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { listOrderRows } from './admin/order-list.admin-queries.ts';
import { presentOrderRow } from './admin/orders.admin-present.ts';

/** The newest orders that the search of the list finds. */
export async function findOrders(
  db: Db,
  q: string,
  options: { limit: number; now: Date },
): Promise<AdminOrderListItem[]> {
  const { rows } = await listOrderRows(db, { ...options, filters: { q }, after: undefined });
  return rows.map(presentOrderRow);
}
