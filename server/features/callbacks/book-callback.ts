import { transaction } from '#server/db/transaction.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';
import { getOwnOrderRow, lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import { placesLeft, slotAt } from '#shared/rules/work/callback-slots.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { findBooked, listBooked, lockCapacity } from './callbacks.queries.ts';

/**
 * Books a call for the user's own paid order, or moves the one that is booked. The same slot again
 * changes nothing.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, SLOT_FULL; VALIDATION_FAILED for a time that is
 *   no slot
 */
export async function bookCallback(
  { db, clock, deskHours }: CallbackDeps,
  userId: number,
  orderId: number,
  startsAt: Date,
): Promise<void> {
  // Check the owner before locking: another user's order is unknown.
  await getOwnOrderRow(db, userId, orderId);
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status !== 'confirmed') throw new AppError('ORDER_NOT_PAID');
    const booked = await findBooked(trx, orderId);
    if (booked?.starts_at.getTime() === startsAt.getTime()) return;
    const slot = slotAt(startsAt, clock.now(), deskHours);
    if (!slot) {
      const message = '예약할 수 없는 시간입니다. 다른 시간을 선택해주세요.';
      throw new AppError('VALIDATION_FAILED', { details: [{ path: 'starts_at', message }] });
    }
    const capacity = await lockCapacity(trx);
    if (placesLeft(slot, await listBooked(trx, slot), capacity) === 0) throw new AppError('SLOT_FULL');
    const times = { starts_at: slot.startsAt, ends_at: slot.endsAt };
    if (!booked) {
      await trx
        .insertInto('callbacks')
        .values({ order_id: orderId, ...times })
        .execute();
      return;
    }
    await trx
      .updateTable('callbacks')
      .set({ ...times, moves: booked.moves + 1, reminded_at: null })
      .where('callbacks.id', '=', booked.id)
      .execute();
    if (booked.reminded_at) await dropNotices(trx, 'callback_reminder', orderId);
  });
}
