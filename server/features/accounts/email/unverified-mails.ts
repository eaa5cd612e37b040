import type { Trx } from '#server/db/transaction.ts';
import { type Limit, tryConsume } from '#server/lib/limits/consume.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { limitKey } from '../login/account-limits.ts';
import type { EmailState } from './email.queries.ts';

/** Notices of one account to one address that are sent whatever other accounts had sent to it. */
const RESERVED: Limit = { name: 'reserved-notice', points: 1, windowMs: DAY_MS };

/** Whether the owner of the address opened a link that this account had sent to it. */
export function isVerified({ verified_email }: Pick<EmailState, 'verified_email'>, address: string): boolean {
  return verified_email !== null && verified_email === address;
}

/**
 * Counts a mail to an unverified address over all accounts. A few a day are allowed, so that an
 * account cannot flood other people's addresses (contract §3). Returns false when the mail must not
 * be sent.
 */
export async function mayMailUnverified(trx: Trx, limit: Limit, address: string): Promise<boolean> {
  return tryConsume(trx, limit, limitKey(address));
}

/**
 * The same for a notice that warns the account's owner. An address that recovery goes to gets the
 * first one of the day beyond the limit too: otherwise mails caused by other accounts could use up
 * the limit of the person who has to be warned.
 */
export async function mayNotify(trx: Trx, limit: Limit, account: EmailState, address: string): Promise<boolean> {
  if (isVerified(account, address)) return true;
  const key = `${account.id}:${limitKey(address)}`;
  const isFirst = await tryConsume(trx, RESERVED, key);
  if (await mayMailUnverified(trx, limit, address)) return true;
  return isFirst && address === (account.recovery_email ?? account.email);
}
