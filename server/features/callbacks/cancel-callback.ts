import { type Db, transaction } from '#server/db/transaction.ts';
import { freeCallback } from '#server/features/orders/free-callback.ts';
import { getOwnOrderRow, lockOrder } from '#server/features/orders/orders.moves.ts';

/**
 * Cancels the booked call of the user's own order; without one it changes nothing.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function cancelCallback(db: Db, userId: number, orderId: number): Promise<void> {
  await getOwnOrderRow(db, userId, orderId);
  await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    await freeCallback(trx, orderId);
  });
}
