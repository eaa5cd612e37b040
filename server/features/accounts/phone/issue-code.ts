import { randomInt } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { isMobile } from '#shared/rules/notices/notices.ts';
import { lockAccount } from '../account/accounts.queries.ts';
import { consumeCodeLimits } from './code-limits.ts';
import { codeText } from './code-text.ts';
import { CODE_LIFE_MS, findCode, RESEND_AFTER_MS, replaceCode } from './phone-codes.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';

const DIGITS = 6;

/** Returns what a code's hash is made of: a code proves one number of one account. */
export function codeSubject(userId: number, phone: string, code: string): string {
  return `${userId}:${phone}:${code}`;
}

function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

export type IssuedCode = { expiresAt: Date; resendAt: Date };

/**
 * Sends a code to the phone of an account; the last one ends. The code is committed, as a keyed
 * hash, before it is sent.
 * @throws AppError PHONE_VERIFIED, PHONE_UNUSABLE, SMS_OFF, TOO_MANY_REQUESTS
 */
export async function issueCode(deps: PhoneDeps, { id: userId }: { id: number }, address: string): Promise<IssuedCode> {
  const { db, clock, codes, dataKeys, smsPerHour, siteUrl } = deps;
  const now = clock.now();
  const code = newCode();
  const cipher = codes && (await dataKeys.forWriting());
  const issued = await transaction(db, async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account) throw new AppError('UNAUTHENTICATED');
    const { phone } = account;
    if (account.phone_verified) throw new AppError('PHONE_VERIFIED');
    if (!isMobile(phone)) throw new AppError('PHONE_UNUSABLE');
    if (!codes || !cipher) throw new AppError('SMS_OFF', { retryAfterSeconds: 3600 });
    await consumeCodeLimits(trx, { userId, phone, address }, smsPerHour);
    const codeHash = cipher.hash(codeSubject(userId, phone, code), 'phone_codes.code_hash');
    await replaceCode(trx, { userId, phone, codeHash, now });
    return { codes, phone, codeHash };
  });
  await issued.codes.send({
    name: `phone-code-${userId}-${now.getTime()}`,
    to: issued.phone,
    text: codeText(code, siteUrl()),
    isCurrent: async () => (await findCode(db, userId, clock.now()))?.code_hash.equals(issued.codeHash) ?? false,
  });
  return {
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
    resendAt: new Date(now.getTime() + RESEND_AFTER_MS),
  };
}
