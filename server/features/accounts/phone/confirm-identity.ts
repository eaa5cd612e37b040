import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { ConfirmIdentityBody } from '#shared/features/accounts/phone-schemas.ts';
import { isOwnIdentity } from '#shared/rules/accounts/identity-match.ts';
import { lockOwnAccount } from '../account/accounts.queries.ts';
import { isProofRepeated, readIdentityProof, spendIdentityProof } from './identity-proof.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { recordPhoneProof } from './phone-proofs.ts';
import type { IdentityOwner } from './start-identity.ts';

/**
 * Proves the phone of an account by a receipt of the provider's identity check. A check proves an
 * account once, and the same call again succeeds.
 * @throws AppError IDENTITY_MISMATCH, and those of `readIdentityProof`
 */
export async function confirmIdentity(deps: PhoneDeps, owner: IdentityOwner, body: ConfirmIdentityBody): Promise<void> {
  const proof = await readIdentityProof(deps, owner, body, 'phone');
  if (!proof) return;
  const { certificate, personHash } = proof;
  await transaction(deps.db, async (trx: Trx) => {
    const account = await lockOwnAccount(trx, owner.userId, owner.sessionId);
    if (!account) throw new AppError('UNAUTHENTICATED');
    const now = deps.clock.now();
    // Under the account's lock: a second confirmation, or a new phone, may have come in between.
    if (await isProofRepeated(trx, proof, now)) return;
    if (!isOwnIdentity(certificate, account, koreanDayAt(now))) throw new AppError('IDENTITY_MISMATCH');
    await spendIdentityProof(trx, proof);
    await recordPhoneProof(trx, { userId: owner.userId, method: 'identity', phone: account.phone, now, personHash });
  });
}
