import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** How long a code is valid, and when another one can be sent (contract §7). */
export const CODE_LIFE_MS = 3 * MINUTE_MS;
export const RESEND_AFTER_MS = MINUTE_MS;

export type NewCode = { userId: number; phone: string; codeHash: Buffer; now: Date };

/** Stores the hash of a code; it replaces the account's last one. */
export async function replaceCode(trx: Trx, { userId, phone, codeHash, now }: NewCode): Promise<void> {
  const code = {
    phone,
    code_hash: codeHash,
    failures: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_LIFE_MS),
  };
  await trx
    .insertInto('phone_codes')
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();
}

/** The account's code that is valid. */
export function findCode(db: DbOrTrx, userId: number, now: Date) {
  return db
    .selectFrom('phone_codes')
    .select(['phone_codes.phone', 'phone_codes.code_hash', 'phone_codes.failures'])
    .select(['phone_codes.created_at', 'phone_codes.expires_at'])
    .where('phone_codes.user_id', '=', userId)
    .where('phone_codes.expires_at', '>', now)
    .executeTakeFirst();
}

export async function endCode(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('phone_codes').where('phone_codes.user_id', '=', userId).execute();
}

export async function countWrongCode(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('phone_codes')
    .set((eb) => ({ failures: eb('phone_codes.failures', '+', 1) }))
    .where('phone_codes.user_id', '=', userId)
    .execute();
}
