import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';

/** Counts the orders of each status. */
export async function getOrdersByStatus(db: Db): Promise<Partial<Record<OrderStatus, number>>> {
  const { rows } = await sql<{ status: OrderStatus; orders: number }>`
    select status, count(*) as orders from orders group by status`.execute(db);
  return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]));
}
