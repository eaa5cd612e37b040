import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { foldAscii } from '#server/lib/ascii-case.ts';
import { DAY_MS } from '#server/lib/time.ts';
import { type EmailState, endVerifications, insertLink, setRecovery } from './email.queries.ts';
import { isVerified, ownerRecipient, recipientOf } from './recipients.ts';

/**
 * A change can be undone for this long, and recovery goes to the previous address (contract §3).
 */
const UNDO_MS = 7 * DAY_MS;
/** How long a link that verifies an address works. */
const VERIFY_MS = DAY_MS;

type Deps = { now: Date };
type Account = EmailState & { user_id: string };

/**
 * Mails a link that verifies the current address; returns false where the limit of the address is
 * reached. Earlier links to it stay open: a request in a borrowed session must not end the link
 * that the owner is about to use.
 */
export async function sendVerification(
  trx: Trx,
  { now }: Deps,
  account: Pick<EmailState, 'id' | 'email' | 'verified_email'> & { user_id: string },
): Promise<boolean> {
  const token = await newVerification(trx, account, now);
  const params = { userId: account.user_id, token };
  const to = recipientOf(account, account.email);
  return (await queueMail(trx, to, { kind: 'email_verification', params })) !== undefined;
}

/** Creates a link that verifies an address, for a mail of the caller. */
export function newVerification(trx: Trx, { id, email }: { id: number; email: string }, now: Date): Promise<string> {
  return insertLink(trx, { userId: id, kind: 'verify', email, now, lifeMs: VERIFY_MS });
}

/** Notifies the previous address of the change, with a link that undoes it. */
async function notifyPrevious(trx: Trx, { now }: Deps, account: Account, hasNewPassword: boolean) {
  if (account.email === '') return;
  const link = { userId: account.id, kind: 'undo', email: account.email, now, lifeMs: UNDO_MS } as const;
  const token = await insertLink(trx, link);
  await queueMail(trx, ownerRecipient(account, account.email), {
    kind: 'email_changed',
    params: { userId: account.user_id, token, hasNewPassword },
  });
}

/**
 * Handles a changed address in the transaction that wrote it. The new address is unverified until
 * its owner opens the link: meanwhile recovery uses the last trusted address, for 7 days. Needs the
 * account's lock; `before` is the account before the change.
 */
export async function changeEmail(
  trx: Trx,
  deps: Deps,
  before: Account,
  { email, hasNewPassword }: { email: string; hasNewPassword: boolean },
): Promise<void> {
  await endVerifications(trx, before.id, deps.now);
  await notifyPrevious(trx, deps, before, hasNewPassword);
  const trusted = before.recovery_email ?? before.email;
  const isTrusted = isVerified(before, email) || (trusted !== '' && foldAscii(trusted) === foldAscii(email));
  if (isTrusted) return setRecovery(trx, before.id, null);
  const until = before.recovery_until ?? new Date(deps.now.getTime() + UNDO_MS);
  await setRecovery(trx, before.id, { email: trusted, until });
  if (email !== '') await sendVerification(trx, deps, { ...before, email });
}
