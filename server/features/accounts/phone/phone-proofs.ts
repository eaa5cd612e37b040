import type { DbOrTrx, Trx } from '#server/db/transaction.ts';
import type { PhoneProofMethod } from '#shared/features/accounts/phone-schemas.ts';

/**
 * Ends what proves the number of an account, and what would: its codes, identity checks and proofs.
 */
export async function endPhoneProofs(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('phone_codes').where('phone_codes.user_id', '=', userId).execute();
  await trx.deleteFrom('identity_checks').where('identity_checks.user_id', '=', userId).execute();
  await trx.deleteFrom('phone_proofs').where('phone_proofs.user_id', '=', userId).execute();
}

type NewProof = {
  userId: number;
  method: PhoneProofMethod;
  phone: string;
  now: Date;
  /** Keyed hash of the person's identifier. */
  personHash?: Buffer | undefined;
};

/**
 * Records that the number of an account is proved; a later proof by the same method replaces the
 * earlier one. Ends the code under way. Needs the account's lock.
 */
export async function recordPhoneProof(trx: Trx, { userId, method, phone, now, personHash }: NewProof): Promise<void> {
  const proof = { phone, proven_at: now, person_hash: personHash ?? null };
  await trx
    .insertInto('phone_proofs')
    .values({ user_id: userId, method, ...proof })
    .onConflict((conflict) => conflict.columns(['user_id', 'method']).doUpdateSet(proof))
    .execute();
  await trx.updateTable('users').set({ phone_verified: true }).where('users.id', '=', userId).execute();
  await trx.deleteFrom('phone_codes').where('phone_codes.user_id', '=', userId).execute();
}

/** How the number of an account was proved, oldest first. */
export function listPhoneProofs(db: DbOrTrx, userId: number) {
  return db
    .selectFrom('phone_proofs')
    .select(['phone_proofs.method', 'phone_proofs.phone', 'phone_proofs.proven_at'])
    .where('phone_proofs.user_id', '=', userId)
    .orderBy('phone_proofs.proven_at')
    .execute();
}
