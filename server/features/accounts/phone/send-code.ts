import { randomInt } from 'node:crypto';
import { type Trx, transaction } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';
import { consumeCodeLimits } from './code-limits.ts';
import { codeText } from './code-text.ts';
import { CODE_LIFE_MS, type CodePurpose, findCode, RESEND_AFTER_MS, replaceCode } from './phone-codes.queries.ts';
import type { PhoneDeps } from './phone-deps.ts';

const DIGITS = 6;

/** Returns what a code's hash is made of: a code is for one number of one account. */
export function codeSubject(userId: number, phone: string, code: string): string {
  return `${userId}:${phone}:${code}`;
}

function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

export type CodeTimes = { expiresAt: Date; resendAt: Date };

/** When a code of now ends, and when another one can be sent. */
export function codeTimes(now: Date): CodeTimes {
  return {
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
    resendAt: new Date(now.getTime() + RESEND_AFTER_MS),
  };
}

type Wish = {
  purpose: CodePurpose;
  /** Of the client that asks. */
  address: string;
  now: Date;
  /** Locks the account that gets the code; without one nothing is sent. */
  lockOwner: (trx: Trx) => Promise<{ id: number; phone: string } | undefined>;
};

/**
 * Sends a code to the phone of an account; the last one ends. The code is committed, as a keyed
 * hash, before it is sent.
 * @throws AppError SMS_OFF, TOO_MANY_REQUESTS
 */
export async function sendNewCode(deps: PhoneDeps, { purpose, address, now, lockOwner }: Wish): Promise<void> {
  const { db, clock, codes, dataKeys, smsPerHour, siteUrl } = deps;
  const code = newCode();
  const cipher = codes && (await dataKeys.forWriting());
  const issued = await transaction(db, async (trx) => {
    const owner = await lockOwner(trx);
    if (!owner) return undefined;
    const { id: userId, phone } = owner;
    if (!codes || !cipher) throw new AppError('SMS_OFF', { retryAfterSeconds: 3600 });
    await consumeCodeLimits(trx, { userId, phone, address }, smsPerHour);
    const codeHash = cipher.hash(codeSubject(userId, phone, code), 'phone_codes.code_hash');
    await replaceCode(trx, { userId, purpose, phone, codeHash, now });
    return { codes, userId, phone, codeHash };
  });
  if (!issued) return;
  const { userId, phone, codeHash } = issued;
  await issued.codes.send({
    name: `phone-code-${userId}-${now.getTime()}`,
    to: phone,
    text: codeText({ purpose, code, siteUrl: siteUrl() }),
    isCurrent: async () => (await findCode(db, { userId, purpose }, clock.now()))?.code_hash.equals(codeHash) ?? false,
  });
}
