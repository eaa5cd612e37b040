import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';

/** Somebody of the staff has taken the order up: it no longer waits to be started. The first time counts. */
export async function markHandled(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ handled_at: sql<Date>`now()` })
    .where('orders.id', '=', orderId)
    .where('orders.handled_at', 'is', null)
    .execute();
}
