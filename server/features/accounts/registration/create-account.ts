import { TERMS_VERSION } from '#content/terms-version.ts';
import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { insertConsent, insertUser, type NewUser } from '../account/accounts.queries.ts';

type NewAccount = Omit<NewUser, 'role'> & { acceptedMarketing: boolean };

/**
 * Creates a member's account with its consents and queues a welcome mail, for both kinds of
 * sign-up; a social one has no password. Every caller's schema requires the consent. Returns the
 * id, or undefined when the login id is taken.
 */
export async function createAccount(trx: Trx, { acceptedMarketing, ...user }: NewAccount): Promise<number | undefined> {
  const id = await insertUser(trx, { ...user, role: 'user' });
  if (id === undefined) return undefined;
  await insertConsent(trx, id, 'terms', TERMS_VERSION);
  if (acceptedMarketing) await insertConsent(trx, id, 'marketing', TERMS_VERSION);
  const { fullname, user_id: userId } = user;
  if (user.email !== '') await queueMail(trx, user.email, { kind: 'welcome', params: { fullname, userId } });
  return id;
}
