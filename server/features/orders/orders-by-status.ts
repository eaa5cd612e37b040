import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';

/** Counts the orders of each status, of those that meet the condition on `orders o`. */
export async function getOrdersByStatus(
  db: Db,
  where: RawBuilder<unknown> = sql`true`,
): Promise<Partial<Record<OrderStatus, number>>> {
  const { rows } = await sql<{ status: OrderStatus; orders: number }>`
    select status, count(*) as orders from orders o where ${where} group by status`.execute(db);
  return Object.fromEntries(rows.map(({ status, orders }) => [status, orders]));
}
