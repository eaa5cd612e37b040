import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { ReturnTo } from '#shared/platform/return-to.ts';
import { SOCIAL_LOGIN_MS } from './browser-binding.ts';
import { insertAttempt } from './oauth.queries.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';

type Begin = { provider: IdentityProvider; browserSecret: string; returnTo: ReturnTo };

/**
 * Remembers a login that begins and answers where the browser has to go for it. In the database,
 * because another instance may be the one that it comes back to. Throws when a provider that has to
 * be asked cannot be reached; nothing is remembered then.
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
