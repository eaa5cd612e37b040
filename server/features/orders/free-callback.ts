import type { Trx } from '#server/db/transaction.ts';
import { dropNotices } from '#server/features/notices/drop-notices.ts';

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
export async function endCallback(trx: Trx, orderId: number, contactedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('callbacks')
    .set({ contacted_at: contactedAt })
    .where('callbacks.order_id', '=', orderId)
    .where('callbacks.contacted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await dropNotices(trx, 'callback_reminder', orderId);
  return numUpdatedRows > 0n;
}
