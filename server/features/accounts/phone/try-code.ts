import { timingSafeEqual } from 'node:crypto';
import type { Trx } from '#server/db/transaction.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { type CodePurpose, countWrongCode, endCode, findCode } from './phone-codes.queries.ts';
import { codeSubject } from './send-code.ts';

/** Wrong codes that end a code. */
const MAX_FAILURES = 5;

type Attempt = { userId: number; phone: string; purpose: CodePurpose; code: string; now: Date };

/**
 * Compares a code with the one that was sent, and counts a wrong one. The right one stays until the
 * caller ends it. Needs the account's lock, which keeps attempts in turn, and a caller that commits.
 */
export async function tryCode(
  trx: Trx,
  dataKeys: DataKeys,
  { userId, phone, purpose, code, now }: Attempt,
): Promise<'right' | 'wrong' | 'none'> {
  const sent = await findCode(trx, { userId, purpose }, now);
  if (sent?.phone !== phone) return 'none';
  const hashes = dataKeys.hashes(codeSubject(userId, phone, code), 'phone_codes.code_hash');
  if (hashes.some((hash) => timingSafeEqual(hash, sent.code_hash))) return 'right';
  if (sent.failures + 1 >= MAX_FAILURES) await endCode(trx, userId);
  else await countWrongCode(trx, userId);
  return 'wrong';
}
