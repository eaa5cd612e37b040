import { type Trx, transaction } from '#server/db/transaction.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';
import { lockOrder, type OrderRow } from '#server/features/orders/orders.moves.ts';
import { getCaseAccess } from '#server/features/participants/participants.access.ts';
import { AppError, fieldError } from '#server/lib/errors.ts';
import type { ValidBookCallbackBody } from '#shared/features/callbacks/schemas.ts';
import { actsForClient } from '#shared/rules/case-access/case-access.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import { placesLeft, slotAt } from '#shared/rules/work/callback-slots.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { type CallbackRow, countUnpaidCalls, findBooked, listBooked, lockSettings } from './callbacks.queries.ts';

const BOOKABLE = ['pending', 'processing', 'confirmed'] as const satisfies readonly OrderStatus[];

/** Calls for unpaid orders that an account books at a time: places are few, and cost nothing to hold. */
const MOST_UNPAID = 3;
/** How long an unpaid order lives (contract §3). */
const UNPAID_SECONDS = 30 * 60;

/** A booked call: its time, and who is called. */
export type Booking = Pick<CallbackRow, 'starts_at' | 'ends_at' | 'whom'>;

/**
 * Books a call for an order, or moves the one that is booked; before the payment too. Returns what
 * is booked now, or undefined where the same again changes nothing. `bookedBy`: the customer; null for an
 * administrator, who leaves a booked call the customer's. Needs the order's lock.
 * @throws AppError ORDER_NOT_PAID, SLOT_FULL; VALIDATION_FAILED for a time that is no slot, and for a
 *   soldier without a phone; TOO_MANY_REQUESTS for one call of an unpaid order too many, unless
 *   administrators book it
 */
export async function placeCall(
  trx: Trx,
  { clock, deskHours }: Pick<CallbackDeps, 'clock' | 'deskHours'>,
  order: Pick<OrderRow, 'id' | 'user_id' | 'status' | 'soldier'>,
  { starts_at, whom, bookedBy }: ValidBookCallbackBody & { bookedBy: number | null },
): Promise<Booking | undefined> {
  const startsAt = new Date(starts_at);
  if (!BOOKABLE.some((status) => status === order.status)) throw new AppError('ORDER_NOT_PAID');
  if (whom === 'soldier' && !order.soldier?.phone)
    throw fieldError('whom', '군인의 전화번호가 없습니다. 구매자에게 전화드립니다.');
  const booked = await findBooked(trx, order.id);
  const isSameTime = booked?.starts_at.getTime() === startsAt.getTime();
  const person = { whom, booked_by: bookedBy ?? booked?.booked_by ?? null };
  if (isSameTime && booked.whom === whom && booked.booked_by === person.booked_by) return undefined;
  if (isSameTime) {
    await trx.updateTable('callbacks').set(person).where('callbacks.id', '=', booked.id).execute();
    return { ...booked, whom };
  }
  const { capacity, hours } = await lockSettings(trx, deskHours);
  const slot = slotAt(startsAt, clock.now(), hours);
  if (!slot) throw fieldError('starts_at', '예약할 수 없는 시간입니다. 다른 시간을 선택해주세요.');
  if (placesLeft(slot, await listBooked(trx, slot), capacity) === 0) throw new AppError('SLOT_FULL');
  const booking = { starts_at: slot.startsAt, ends_at: slot.endsAt, ...person };
  if (!booked) {
    if (bookedBy !== null && order.status !== 'confirmed') await refuseTooManyUnpaid(trx, order.user_id, clock.now());
    await trx
      .insertInto('callbacks')
      .values({ order_id: order.id, ...booking })
      .execute();
    return booking;
  }
  await trx
    .updateTable('callbacks')
    .set({ ...booking, moves: booked.moves + 1, reminded_at: null })
    .where('callbacks.id', '=', booked.id)
    .execute();
  if (booked.reminded_at) await dropNotices(trx, 'callback_reminder', order.id);
  return booking;
}

/**
 * Books a call for an order, or moves it, as `placeCall` does: for the buyer until a client has joined, for
 * the client from then on, who is called on the soldier's number. Any other person's order is unknown.
 * @throws AppError ORDER_NOT_FOUND, and those of `placeCall`
 */
export async function bookCallback(
  deps: CallbackDeps,
  userId: number,
  orderId: number,
  body: ValidBookCallbackBody,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const access = await getCaseAccess(trx, userId, orderId, deps.clock.now());
    if (!actsForClient(access)) throw new AppError('ORDER_NOT_FOUND');
    const whom = access.role === 'client' ? 'soldier' : body.whom;
    await placeCall(trx, deps, order, { ...body, whom, bookedBy: userId });
  });
}

/** Needs the lock of the settings, which lets the bookings of an account run in turn. */
async function refuseTooManyUnpaid(trx: Trx, userId: number, now: Date): Promise<void> {
  if ((await countUnpaidCalls(trx, userId, now)) < MOST_UNPAID) return;
  throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: UNPAID_SECONDS });
}
