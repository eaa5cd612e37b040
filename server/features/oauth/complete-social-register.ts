import { type Db, type Trx, transaction } from '#server/db/transaction.ts';
import { createAccount } from '#server/features/accounts/create-account.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { readableCode } from '#server/lib/tokens.ts';
import type { SocialProvider, ValidCompleteSocialRegisterBody } from '#shared/features/oauth/schemas.ts';
import { insertIdentity, takeSocialToken } from './oauth.queries.ts';
import { socialTokenKey } from './verify-social-token.ts';

/**
 * Attempts to generate an id. Of about 10^12 ids, a second attempt is rare, and a third one a bug.
 */
const CODE_LENGTH = 8;
const MAX_TRIES = 3;

type NewAccount = Omit<Parameters<typeof createAccount>[2], 'user_id' | 'password_hash'>;

/**
 * Creates an account without a password, with a generated login id such as `kakao_` and characters.
 */
async function createSocialAccount(trx: Trx, deps: { now: Date }, provider: SocialProvider, account: NewAccount) {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const userId = `${provider}_${readableCode(CODE_LENGTH).toLowerCase()}`;
    const id = await createAccount(trx, deps, { ...account, user_id: userId, password_hash: null });
    if (id !== undefined) return { id, userId };
  }
  throw new Error('no free login id was found');
}

type Completion = { input: ValidCompleteSocialRegisterBody; browserSecret: string | undefined };

/**
 * Creates the account of an identity at a provider; the caller opens the session. Uses up the token
 * in the same transaction (contract §3).
 * @throws AppError SOCIAL_TOKEN_INVALID; SOCIAL_ACCOUNT_EXISTS when the identity got an account by
 * another token meanwhile
 */
export async function completeSocialRegister(
  { db, clock }: { db: Db; clock: Clock },
  { input, browserSecret }: Completion,
): Promise<{ id: number; userId: string; provider: SocialProvider }> {
  const key = socialTokenKey({ socialToken: input.socialToken, browserSecret });
  const now = clock.now();
  return transaction(db, async (trx) => {
    const person = await takeSocialToken(trx, key, now);
    if (!person) throw new AppError('SOCIAL_TOKEN_INVALID');
    const { provider, subject } = person;
    const made = await createSocialAccount(trx, { now }, provider, {
      fullname: input.fullname || person.fullname,
      phone: input.phone,
      email: person.email,
      acceptedMarketing: input.acceptedMarketing,
    });
    const isNew = await insertIdentity(trx, { provider, subject, user_id: made.id });
    if (!isNew) throw new AppError('SOCIAL_ACCOUNT_EXISTS');
    return { ...made, provider };
  });
}
