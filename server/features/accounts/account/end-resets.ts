import type { Trx } from '#server/db/transaction.ts';

/** Invalidates the open links of these accounts. */
export async function endResets(trx: Trx, userIds: readonly number[], now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('password_resets.user_id', 'in', userIds)
    .where('password_resets.ended_at', 'is', null)
    .execute();
}
