import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';

/** How many orders each status has, from the sums that are kept (decision 015). */
export async function getOrdersByStatus(db: Db): Promise<Partial<Record<OrderStatus, number>>> {
  const { rows } = await sql<{ status: OrderStatus; orders: number }>`
    select status, sum(orders)::bigint as orders
    from (select status, orders from order_totals union all select status, orders from order_changes) as kept
    group by status`.execute(db);
  return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]));
}
