import { TERMS_VERSION } from '#content/terms-version.ts';
import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import type { Limit } from '#server/lib/limits/consume.ts';
import { insertConsent, insertUser, type NewUser } from '../account/accounts.queries.ts';
import { newVerification } from '../email/change-email.ts';
import { mayMailUnverified } from '../email/unverified-mails.ts';

/** What bounds the mail of a new account. */
export type NewAccountDeps = { limit: Limit; now: Date };

type NewAccount = Omit<NewUser, 'role'> & { acceptedMarketing: boolean };

/**
 * Creates a member's account with its consents and queues a welcome mail, for both kinds of
 * sign-up; a social one has no password. Every caller's schema requires the consent. Returns the
 * id, or undefined when the login id is taken.
 */
export async function createAccount(
  trx: Trx,
  deps: NewAccountDeps,
  { acceptedMarketing, ...user }: NewAccount,
): Promise<number | undefined> {
  const id = await insertUser(trx, { ...user, role: 'user' });
  if (id === undefined) return undefined;
  await insertConsent(trx, id, 'terms', TERMS_VERSION);
  if (acceptedMarketing) await insertConsent(trx, id, 'marketing', TERMS_VERSION);
  if (user.email !== '' && (await mayMailUnverified(trx, deps.limit, user.email))) {
    const token = await newVerification(trx, { id, email: user.email }, deps.now);
    await queueMail(trx, user.email, { kind: 'welcome', params: { userId: user.user_id, token } });
  }
  return id;
}
