import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

/** How long a code is valid, and when another one can be sent (contract §7). */
export const CODE_LIFE_MS = 3 * MINUTE_MS;
export const RESEND_AFTER_MS = MINUTE_MS;

/**
 * A code proves the number of an account, or sets a new password by a number that is proven. So an
 * account has no codes of both at a time.
 */
export type CodePurpose = 'proof' | 'reset';

export type CodeOwner = { userId: number; purpose: CodePurpose };
export type NewCode = CodeOwner & { phone: string; codeHash: Buffer; now: Date };

/** Stores the hash of a code; it replaces the account's last one. */
export async function replaceCode(trx: Trx, { userId, purpose, phone, codeHash, now }: NewCode): Promise<void> {
  const code = {
    purpose,
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

/** The account's code that is valid for the purpose. */
export function findCode(db: DbOrTrx, { userId, purpose }: CodeOwner, now: Date) {
  return db
    .selectFrom('phone_codes')
    .select(['phone_codes.phone', 'phone_codes.code_hash', 'phone_codes.failures'])
    .select(['phone_codes.created_at', 'phone_codes.expires_at'])
    .where('phone_codes.user_id', '=', userId)
    .where('phone_codes.purpose', '=', purpose)
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
