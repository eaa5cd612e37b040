import type { Trx } from '#server/db/transaction.ts';

/** Invalidates the open reset links of an account, and its code that sets a new password. */
export async function endResets(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ ended_at: now })
    .where('password_resets.user_id', '=', userId)
    .where('password_resets.ended_at', 'is', null)
    .execute();
  await trx
    .deleteFrom('phone_codes')
    .where('phone_codes.user_id', '=', userId)
    .where('phone_codes.purpose', '=', 'reset')
    .execute();
}
