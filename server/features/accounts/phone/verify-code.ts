import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockOwnAccount } from '../account/accounts.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { recordPhoneProof } from './phone-proofs.ts';
import type { IdentityOwner } from './start-identity.ts';
import { tryCode } from './try-code.ts';

/**
 * Proves the phone of an account by the code that was sent to it. A wrong one is counted although
 * the call fails.
 * @throws AppError CODE_INVALID; CODE_EXPIRED, also when there is no code
 */
export async function verifyCode(
  { db, clock, dataKeys }: Pick<PhoneDeps, 'db' | 'clock' | 'dataKeys'>,
  { userId, sessionId }: IdentityOwner,
  code: string,
): Promise<void> {
  const refusal = await transaction(db, async (trx) => {
    const account = await lockOwnAccount(trx, userId, sessionId);
    if (!account) return 'UNAUTHENTICATED';
    const now = clock.now();
    const { phone } = account;
    const outcome = await tryCode(trx, dataKeys, { userId, phone, purpose: 'proof', code, now });
    if (outcome === 'none') return 'CODE_EXPIRED';
    if (outcome === 'wrong') return 'CODE_INVALID';
    await recordPhoneProof(trx, { userId, method: 'sms', phone, now });
    return undefined;
  });
  if (refusal) throw new AppError(refusal);
}
