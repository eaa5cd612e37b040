import { TERMS_VERSION } from '#content/terms-version.ts';
import type { Trx } from '#server/db/transaction.ts';
import { queueMail } from '#server/features/mails/outbox.ts';
import { insertConsent, insertUser, type NewUser } from './account/accounts.queries.ts';
import { newVerification } from './email/change-email.ts';
import { checkNewAccountOf } from './email/email.queries.ts';
import { changeMarketingConsents } from './marketing-consents.ts';

type NewAccount = Omit<NewUser, 'role'> & { acceptedMarketing: boolean };

/**
 * Creates a member's account with its consents and queues a welcome mail, for both kinds of
 * sign-up; a social one has no password. Every caller's schema requires the consent. Returns the
 * id, or undefined when the login id is taken.
 * @throws AppError EMAIL_ACCOUNTS_FULL
 */
export async function createAccount(
  trx: Trx,
  { now }: { now: Date },
  { acceptedMarketing, ...user }: NewAccount,
): Promise<number | undefined> {
  await checkNewAccountOf(trx, user.email);
  const id = await insertUser(trx, { ...user, role: 'user' });
  if (id === undefined) return undefined;
  await insertConsent(trx, id, 'terms', TERMS_VERSION);
  if (user.email !== '') {
    const token = await newVerification(trx, { id, email: user.email }, now);
    await queueMail(
      trx,
      { address: user.email, isProven: false },
      { kind: 'welcome', params: { userId: user.user_id, token } },
    );
  }
  if (acceptedMarketing) {
    // One tick for both channels; after the welcome mail, which must not miss the limit of the day.
    await changeMarketingConsents(trx, id, { wishes: { email: true, sms: true }, source: 'sign_up', now });
  }
  return id;
}
