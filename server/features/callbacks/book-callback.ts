import { transaction } from '#server/db/transaction.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';
import { getOwnOrderRow, lockOrder } from '#server/features/orders/orders.moves.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ValidBookCallbackBody } from '#shared/features/callbacks/schemas.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import { placesLeft, slotAt } from '#shared/rules/work/callback-slots.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { findBooked, listBooked, lockSettings } from './callbacks.queries.ts';

const BOOKABLE = ['pending', 'processing', 'confirmed'] as const satisfies readonly OrderStatus[];

function refuse(path: string, message: string): never {
  throw new AppError('VALIDATION_FAILED', { details: [{ path, message }] });
}

/**
 * Books a call for the user's own order, or moves the one that is booked; before the payment too.
 * The same again changes nothing.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, SLOT_FULL; VALIDATION_FAILED for a time that is
 *   no slot, and for a soldier without a phone
 */
export async function bookCallback(
  { db, clock, deskHours }: CallbackDeps,
  userId: number,
  orderId: number,
  { starts_at, whom }: ValidBookCallbackBody,
): Promise<void> {
  const startsAt = new Date(starts_at);
  // Check the owner before locking: another user's order is unknown.
  await getOwnOrderRow(db, userId, orderId);
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!BOOKABLE.some((status) => status === order.status)) throw new AppError('ORDER_NOT_PAID');
    if (whom === 'soldier' && !order.soldier?.phone)
      refuse('whom', '군인의 전화번호가 없습니다. 구매자에게 전화드립니다.');
    const booked = await findBooked(trx, orderId);
    const isSameTime = booked?.starts_at.getTime() === startsAt.getTime();
    if (isSameTime && booked.whom === whom) return;
    if (isSameTime) {
      await trx.updateTable('callbacks').set({ whom }).where('callbacks.id', '=', booked.id).execute();
      return;
    }
    const { capacity, hours } = await lockSettings(trx, deskHours);
    const slot =
      slotAt(startsAt, clock.now(), hours) ??
      refuse('starts_at', '예약할 수 없는 시간입니다. 다른 시간을 선택해주세요.');
    if (placesLeft(slot, await listBooked(trx, slot), capacity) === 0) throw new AppError('SLOT_FULL');
    const times = { starts_at: slot.startsAt, ends_at: slot.endsAt, whom };
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
