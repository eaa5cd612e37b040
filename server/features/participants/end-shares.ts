import type { Trx } from '#server/db/transaction.ts';

/** Ends all that the client lets the payer read. Needs the order's lock. */
export async function endShares(trx: Trx, orderId: number): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ shares: [], shares_until: null })
    .where('participants.order_id', '=', orderId)
    .where('participants.role', '=', 'payer')
    .execute();
}
