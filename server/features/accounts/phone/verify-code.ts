import { timingSafeEqual } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { codeSubject } from './issue-code.ts';
import { countWrongCode, endCode, findCode } from './phone-codes.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';
import { recordPhoneProof } from './phone-proofs.ts';

/** Wrong codes that end a code. */
const MAX_FAILURES = 5;

/**
 * Proves the phone of an account by the code that was sent to it. The account's lock keeps attempts
 * in turn; a wrong one is counted although the call fails.
 * @throws AppError CODE_INVALID; CODE_EXPIRED, also when there is no code
 */
export async function verifyCode(
  { db, clock, dataKeys }: Pick<PhoneDeps, 'db' | 'clock' | 'dataKeys'>,
  { id: userId }: { id: number },
  code: string,
): Promise<void> {
  const refusal = await transaction(db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) return 'UNAUTHENTICATED';
    const now = clock.now();
    const { phone } = account;
    const sent = await findCode(trx, userId, now);
    if (sent?.phone !== phone) return 'CODE_EXPIRED';
    const hashes = dataKeys.hashes(codeSubject(userId, phone, code), 'phone_codes.code_hash');
    if (hashes.some((hash) => timingSafeEqual(hash, sent.code_hash))) {
      await recordPhoneProof(trx, { userId, method: 'sms', phone, now });
      return undefined;
    }
    if (sent.failures + 1 >= MAX_FAILURES) await endCode(trx, userId);
    else await countWrongCode(trx, userId);
    return 'CODE_INVALID';
  });
  if (refusal) throw new AppError(refusal);
}
