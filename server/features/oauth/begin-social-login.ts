import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { SOCIAL_LOGIN_MS } from './browser-binding.ts';
import { insertAttempt } from './oauth.queries.ts';
import type { LoginProvider } from './providers/login-provider.ts';

type Begin = { provider: LoginProvider; browserSecret: string; returnTo: ReturnTo };

/**
 * Stores a login attempt and returns the provider's URL for the browser. Uses the database, because
 * the callback may reach another instance. Throws, without storing anything, when a provider that
 * has to be queried is unreachable.
 */
export async function beginSocialLogin(
  { db, clock }: { db: Db; clock: Clock },
  { provider, browserSecret, returnTo }: Begin,
): Promise<URL> {
  // A PKCE verifier is 43 to 128 of these characters (RFC 7636), as our tokens are.
  const checks = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
  const url = await provider.loginUrl(checks);
  await insertAttempt(db, {
    state_hash: hashToken(checks.state),
    browser_hash: hashToken(browserSecret),
    provider: provider.id,
    code_verifier: checks.codeVerifier,
    nonce: checks.nonce,
    return_to: returnTo,
    expires_at: new Date(clock.now().getTime() + SOCIAL_LOGIN_MS),
  });
  return url;
}
