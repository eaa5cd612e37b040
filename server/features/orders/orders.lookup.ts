import type { DbOrTrx } from '#server/db/transaction.ts';
import type { Order } from '#shared/contract/orders.ts';
import { presentOrder } from './orders.present.ts';
import { getOrder } from './orders.queries.ts';

/** The order with this number, or undefined. */
export async function findOrderIdByNumber(db: DbOrTrx, orderNumber: string): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.order_number', '=', orderNumber)
    .executeTakeFirst();
  return order?.id;
}

/** An order of the user's own as its buyer sees it; throws ORDER_NOT_FOUND. */
export async function getOrderAnswer(db: DbOrTrx, userId: number, orderId: number): Promise<Order> {
  return presentOrder(await getOrder(db, userId, orderId));
}
