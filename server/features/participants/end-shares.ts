import { sql } from 'kysely';
import type { Trx } from '#server/db/transaction.ts';

/** Ends all that the client lets the payer read. Returns whether there was anything. Needs the order's lock. */
export async function endShares(trx: Trx, orderId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('participants')
    .set({ shares: [], shares_until: null })
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'payer')
    .where(sql<boolean>`participants.shares <> '{}'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
