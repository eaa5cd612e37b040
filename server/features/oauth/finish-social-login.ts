import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import { DEFAULT_RETURN_TO, type ReturnTo, safeReturnTo } from '#shared/platform/return-to.ts';
import { SOCIAL_LOGIN_MS } from './browser-binding.ts';
import { findIdentity, insertSocialToken, takeAttempt } from './oauth.queries.ts';
import type { LoginProvider } from './providers/login-provider.ts';
import type { SocialProfile } from './providers/social-profile.ts';

type Deps = { db: Db; clock: Clock };
type Finish = { provider: LoginProvider; browserSecret: string | undefined; callbackUrl: URL };

/** A known account, or a new identity with the token for the sign-up. */
export type SocialLogin = { kind: 'known'; userId: number; returnTo: ReturnTo } | { kind: 'new'; socialToken: string };

async function makeSocialToken(
  { db, clock }: Deps,
  { provider, browserSecret, profile }: { provider: LoginProvider; browserSecret: string; profile: SocialProfile },
): Promise<string> {
  const socialToken = newToken();
  await insertSocialToken(db, {
    token_hash: hashToken(socialToken),
    browser_hash: hashToken(browserSecret),
    provider: provider.id,
    ...profile,
    expires_at: new Date(clock.now().getTime() + SOCIAL_LOGIN_MS),
  });
  return socialToken;
}

/**
 * Handles a provider's callback. Uses up the attempt before calling the provider, so that a
 * replayed callback finds nothing, and no call runs inside a transaction.
 * @throws Error when the answer belongs to no login of this browser that is under way, or the
 *   provider does not vouch
 */
export async function finishSocialLogin(
  deps: Deps,
  { provider, browserSecret, callbackUrl }: Finish,
): Promise<SocialLogin> {
  const { db, clock } = deps;
  const state = callbackUrl.searchParams.get('state');
  if (!state || browserSecret === undefined) throw new Error('no state, or a browser that began no login');
  const key = { state_hash: hashToken(state), browser_hash: hashToken(browserSecret), provider: provider.id };
  const attempt = await takeAttempt(db, key, clock.now());
  if (!attempt) throw new Error('no login under way with this state in this browser');

  const checks = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier };
  const profile = await provider.identify(callbackUrl, checks);
  const userId = await findIdentity(db, provider.id, profile.subject);
  // Checked again: another version of the code may have written the row.
  const returnTo = safeReturnTo(attempt.return_to) ?? DEFAULT_RETURN_TO;
  if (userId !== undefined) return { kind: 'known', userId, returnTo };
  return { kind: 'new', socialToken: await makeSocialToken(deps, { provider, browserSecret, profile }) };
}
