import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import type { AccountLimits } from '#server/features/accounts/login/account-limits.ts';
import { createAccount, type NewAccountDeps } from '#server/features/accounts/registration/create-account.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { readableCode } from '#server/lib/tokens.ts';
import type { SocialProvider, ValidCompleteSocialRegisterBody } from '#shared/features/oauth/schemas.ts';
import { insertIdentity, takeSocialToken } from './oauth.queries.ts';
import { socialTokenKey } from './verify-social-token.ts';

/** Of about 10^12, so that a second try is rare and a third one a sign of something else. */
const CODE_LENGTH = 8;
const MAX_TRIES = 3;

type NewAccount = Omit<Parameters<typeof createAccount>[2], 'user_id' | 'password_hash'>;

/** An account without a password, under a login id made up for it: `kakao_` and readable characters. */
async function createSocialAccount(trx: Trx, deps: NewAccountDeps, provider: SocialProvider, account: NewAccount) {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const userId = `${provider}_${readableCode(CODE_LENGTH).toLowerCase()}`;
    const id = await createAccount(trx, deps, { ...account, user_id: userId, password_hash: null });
    if (id !== undefined) return { id, userId };
  }
  throw new Error('no free login id was found');
}

type Completion = { input: ValidCompleteSocialRegisterBody; browserSecret: string | undefined };

/**
 * Makes the account of a person whom a provider vouched for; the session is the caller's to open.
 * All or nothing: the token is used up only together with the account (contract §3).
 * @throws AppError SOCIAL_TOKEN_INVALID; SOCIAL_ACCOUNT_EXISTS when the person got an account by
 * another token meanwhile
 */
export async function completeSocialRegister(
  { db, clock, limits }: { db: Db; clock: Clock; limits: AccountLimits },
  { input, browserSecret }: Completion,
): Promise<{ id: number; userId: string }> {
  const key = socialTokenKey({ socialToken: input.socialToken, browserSecret });
  const now = clock.now();
  return transaction(db, async (trx) => {
    const person = await takeSocialToken(trx, key, now);
    if (!person) throw new AppError('SOCIAL_TOKEN_INVALID');
    const { provider, subject } = person;
    const made = await createSocialAccount(trx, { limit: limits.unverifiedMails, now }, provider, {
      fullname: input.fullname || person.fullname,
      phone: input.phone,
      email: person.email,
      acceptedMarketing: input.acceptedMarketing,
    });
    const isNew = await insertIdentity(trx, { provider, subject, user_id: made.id });
    if (!isNew) throw new AppError('SOCIAL_ACCOUNT_EXISTS');
    return made;
  });
}
