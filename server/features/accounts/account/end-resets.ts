import type { Trx } from '#server/db/transaction.ts';

/** Invalidates the open reset links of an account. */
export async function endResets(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('password_resets.user_id', '=', userId)
    .where('password_resets.ended_at', 'is', null)
    .execute();
}
