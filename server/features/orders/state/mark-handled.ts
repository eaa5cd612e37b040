import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';

/**
 * Marks that an administrator handles the order, which removes it from the work queue. Keeps the
 * first time.
 */
export async function markHandled(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ handled_at: sql<Date>`now()` })
    .where('orders.id', '=', orderId)
    .where('orders.handled_at', 'is', null)
    .execute();
}
