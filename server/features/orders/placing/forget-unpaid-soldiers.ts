import type { Trx } from '#server/db/transaction.ts';
import { WAS_PAID } from '../was-paid.ts';

/**
 * Removes the soldier data, the buyer's text and the opponents from the user's unpaid orders: without a contract,
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
  await trx
    .deleteFrom('order_opponents')
    .using('orders')
    .whereRef('orders.id', '=', 'order_opponents.order_id')
    .where('orders.user_id', '=', userId)
    .where(({ not }) => not(WAS_PAID))
    .execute();
}
