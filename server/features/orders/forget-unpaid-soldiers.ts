import type { Trx } from '#server/db/transaction.ts';

/**
 * Removes the copies of soldiers from orders of the user that were never paid: no contract came of
 * them, so nothing in law keeps what they say about a person (decision 012).
 */
export async function forgetUnpaidSoldiers(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ soldier: null })
    .where('orders.user_id', '=', userId)
    .where('orders.soldier', 'is not', null)
    .where('orders.paid_price', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.order_id', '=', 'orders.id')
            .where('payment_attempts.paid_at', 'is not', null),
        ),
      ),
    )
    .execute();
}
