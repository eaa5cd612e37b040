import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';

/**
 * Deletes the booked call of an order, so that its place is free, and drops its reminder. Needs the
 * order's lock.
 */
export async function freeCallback(trx: Trx, orderId: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('callbacks')
    .where('callbacks.order_id', '=', orderId)
    .where('callbacks.contacted_at', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await dropNotices(trx, 'callback_reminder', orderId);
}

/**
 * Ends the booked call of an order because the firm has called. Returns whether one was booked.
 * Needs the order's lock.
 */
export async function endCallback(
  trx: Trx,
  orderId: number,
  { callId, at }: { callId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('callbacks')
    .set({ contacted_at: at, call_id: callId })
    .where('callbacks.order_id', '=', orderId)
    .where('callbacks.contacted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await dropNotices(trx, 'callback_reminder', orderId);
  return numUpdatedRows > 0n;
}

/**
 * Makes the booked call that a call has ended stand again, because the call is removed; it is deleted
 * where another one is booked or the order is no longer paid. Needs the order's lock.
 */
export async function restoreCallback(
  trx: Trx,
  { id: orderId, status }: { id: number; status: OrderStatus },
  callId: number,
): Promise<void> {
  if (status === 'confirmed') {
    await sql`update callbacks set contacted_at = null, call_id = null where call_id = ${callId} and not exists (
      select from callbacks as booked where booked.order_id = ${orderId} and booked.contacted_at is null)`.execute(trx);
  }
  await trx.deleteFrom('callbacks').where('call_id', '=', callId).execute();
}
