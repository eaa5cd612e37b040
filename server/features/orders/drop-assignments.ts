import type { Trx } from '#server/db/transaction.ts';

/**
 * Removes a person who is no longer an administrator from services and from orders whose work is
 * not closed. Needs the lock of the account.
 */
export async function dropAssignments(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('services')
    .set({ default_assignee_id: null })
    .where('services.default_assignee_id', '=', userId)
    .execute();
  await trx
    .updateTable('orders')
    .set({ assignee_id: null })
    .where('orders.assignee_id', '=', userId)
    .where('orders.work_closed_at', 'is', null)
    .execute();
}
