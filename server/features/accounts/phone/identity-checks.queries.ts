import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { IdentityAct } from '#shared/features/accounts/phone-schemas.ts';

export type NewIdentityCheck = { id: string; userId: number; sessionId: number; now: Date; expiresAt: Date };

export async function insertIdentityCheck(trx: Trx, check: NewIdentityCheck): Promise<void> {
  await trx
    .insertInto('identity_checks')
    .values({
      id: check.id,
      user_id: check.userId,
      session_id: check.sessionId,
      purpose: 'phone',
      created_at: check.now,
      expires_at: check.expiresAt,
    })
    .execute();
}

export type IdentityCheck = { expires_at: Date; receipt_hash: Buffer | null; used_for: IdentityAct | null };

/** The check with this id, of this account and session only. */
export function findIdentityCheck(
  db: DbOrTrx,
  { id, userId, sessionId }: Pick<NewIdentityCheck, 'id' | 'userId' | 'sessionId'>,
): Promise<IdentityCheck | undefined> {
  return db
    .selectFrom('identity_checks')
    .select(['identity_checks.expires_at', 'identity_checks.receipt_hash', 'identity_checks.used_for'])
    .where('identity_checks.id', '=', id)
    .where('identity_checks.user_id', '=', userId)
    .where('identity_checks.session_id', '=', sessionId)
    .where('identity_checks.purpose', '=', 'phone')
    .executeTakeFirst();
}

/** Returns whether a receipt proved another check than this one, by its hash under any key. */
export async function isReceiptUsedElsewhere(
  db: DbOrTrx,
  id: string,
  receiptHashes: readonly Buffer[],
): Promise<boolean> {
  const used = await db
    .selectFrom('identity_checks')
    .select('identity_checks.id')
    .where('identity_checks.receipt_hash', 'in', receiptHashes)
    .where('identity_checks.id', '<>', id)
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Records what a check was proved with, and for which act. False when the receipt has proved another
 * check meanwhile, or the check has served an act.
 */
export async function markReceiptUsed(
  trx: Trx,
  id: string,
  { receiptHash, act }: { receiptHash: Buffer; act: IdentityAct },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity_checks')
    .set({ receipt_hash: receiptHash, used_for: act })
    .where('identity_checks.id', '=', id)
    .where('identity_checks.used_for', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('identity_checks as other').select('other.id').where('other.receipt_hash', '=', receiptHash)),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
