import { type Trx, transaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';
import { queueNotice } from '#server/features/notices/queue-notice.ts';
import { freeCallback } from '#server/features/orders/free-callback.ts';
import { lockOrder, type OrderRow } from '#server/features/orders/orders.moves.ts';
import { findCalled } from '#server/features/participants/participants.access.ts';
import type { ActingAdmin } from '#server/http/acting-admin.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import type { ValidBookCallbackBody } from '#shared/features/callbacks/schemas.ts';
import { formatSlot } from '#shared/format/callback-slot.ts';
import type { Callee } from '#shared/rules/work/callback-slots.ts';
import { type Booking, placeCall } from './book-callback.ts';
import type { CallbackDeps } from './callback-deps.ts';
import { findBooked } from './callbacks.queries.ts';

/** Values of a booked call for the audit log. */
function auditedOf({ starts_at, ends_at, whom }: Booking) {
  return { starts_at, ends_at, whom };
}

type Called = { order: Pick<OrderRow, 'id' | 'user_id'>; whom: Callee; booking: Booking | undefined; now: Date };

/** Tells who is called the time of the call, or that it is cancelled, in place of what was not sent yet. */
async function tellCustomer(trx: Trx, { order, whom, booking, now }: Called): Promise<void> {
  const { id: orderId } = order;
  await dropNotices(trx, 'callback_booked', orderId);
  const slot = booking
    ? formatSlot({ starts_at: wireTime(booking.starts_at), ends_at: wireTime(booking.ends_at) })
    : '취소되었습니다';
  const userId = await findCalled(trx, order, whom, now);
  await queueNotice(trx, { kind: 'callback_booked', orderId, userId, params: { slot } });
}

/**
 * Books or moves the call of an order and notifies its customer; the same again changes nothing.
 * @throws AppError ORDER_NOT_FOUND, and those of `placeCall`
 */
export async function bookForCustomer(
  deps: CallbackDeps,
  admin: ActingAdmin,
  orderId: number,
  body: ValidBookCallbackBody,
): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const before = await findBooked(trx, orderId);
    const booking = await placeCall(trx, deps, order, { ...body, bookedBy: null });
    if (!booking) return;
    await tellCustomer(trx, { order, whom: booking.whom, booking, now: deps.clock.now() });
    await recordAudit(trx, {
      ...admin,
      action: 'callback.book',
      subjectType: 'order',
      subjectId: orderId,
      ...(before && { before: auditedOf(before) }),
      after: auditedOf(booking),
    });
  });
}

/**
 * Cancels the booked call of an order and notifies its customer; without one it changes nothing.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function cancelForCustomer(
  { db, clock }: CallbackDeps,
  admin: ActingAdmin,
  orderId: number,
): Promise<void> {
  await transaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const before = await findBooked(trx, orderId);
    if (!before) return;
    await freeCallback(trx, orderId);
    await tellCustomer(trx, { order, whom: before.whom, booking: undefined, now: clock.now() });
    const act = { action: 'callback.cancel', subjectType: 'order', subjectId: orderId } as const;
    await recordAudit(trx, { ...admin, ...act, before: auditedOf(before) });
  });
}
