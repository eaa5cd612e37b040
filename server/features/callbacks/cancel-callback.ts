import { transaction } from '#server/db/transaction.ts';
import { freeCallback } from '#server/features/orders/free-callback.ts';
import { lockOrder } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError } from '#server/lib/errors.ts';
import { actsForClient } from '#shared/rules/case-access/case-access.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { findBooked } from './callbacks.queries.ts';

/**
 * Cancels the booked call of an order, for those who book its calls and for the person who booked this
 * one; without one it changes nothing. Any other person's order is unknown.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function cancelCallback({ db, clock }: CallbackDeps, userId: number, orderId: number): Promise<void> {
  await transaction(db, async (trx) => {
    await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, clock.now());
    const booked = await findBooked(trx, orderId);
    if (!actsForClient(access) && booked?.booked_by !== userId) throw new AppError('ORDER_NOT_FOUND');
    await freeCallback(trx, orderId);
  });
}
