import type { Trx } from '#server/db/transaction.ts';
import { WAS_PAID } from './was-paid.ts';

/**
 * Removes the soldier data and the buyer's text from the user's unpaid orders: without a contract,
 * no law requires keeping them (decision 012).
 */
export async function forgetUnpaidSoldiers(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ soldier: null, case_description_sealed: null, deadline_on: null, contact_window: '' })
    .where('orders.user_id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('orders.soldier', 'is not', null), eb('orders.case_description_sealed', 'is not', null)]),
    )
    .where(({ not }) => not(WAS_PAID))
    .execute();
}
