import type { DbOrTrx } from '#server/db/transaction.ts';

/** The order with this number, or undefined. */
export async function findOrderIdByNumber(db: DbOrTrx, orderNumber: string): Promise<number | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.order_number', '=', orderNumber)
    .executeTakeFirst();
  return order?.id;
}
