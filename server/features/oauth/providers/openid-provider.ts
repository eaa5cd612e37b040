import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
} from 'openid-client';
import type { OpenIdSettings } from '#server/config.ts';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import { type LoginProvider, PROVIDER_TIMEOUT_SECONDS } from './login-provider.ts';
import { socialProfile } from './social-profile.ts';

type Options = { id: SocialProvider; name: string; settings: OpenIdSettings; redirectUri: () => string };

/**
 * Authorization endpoints of the known providers. With them the redirect needs no discovery first,
 * which saves a round trip and works while our connection to the provider is down.
 */
const LOGIN_ADDRESSES: Readonly<Record<string, string>> = {
  'https://kauth.kakao.com': 'https://kauth.kakao.com/oauth/authorize',
  'https://accounts.google.com': 'https://accounts.google.com/o/oauth2/v2/auth',
};

/** Kakao and Google: OpenID Connect, code flow with PKCE, state and nonce. */
export function createOpenIdProvider({ id, name, settings, redirectUri }: Options): LoginProvider {
  const issuer = new URL(settings.issuer);
  let discovered: Promise<Configuration> | undefined;

  /**
   * Discovered at the first callback of a known provider, or the first login at another one, and
   * then cached; the next login retries after a failure.
   */
  function configuration(): Promise<Configuration> {
    discovered ??= discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // The configuration allows plain HTTP only on loopback, for tests.
      ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    }).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  const address = LOGIN_ADDRESSES[issuer.origin];
  const known =
    address === undefined
      ? undefined
      : new Configuration({ issuer: settings.issuer, authorization_endpoint: address }, settings.clientId);

  return {
    id,
    name,
    async loginUrl({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(known ?? (await configuration()), {
        redirect_uri: redirectUri(),
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(callbackUrl, { state, nonce, codeVerifier }) {
      const tokens = await authorizationCodeGrant(await configuration(), callbackUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      return socialProfile({
        subject: claims?.sub,
        // Kakao returns a nickname unless the name itself was requested and granted.
        fullname: claims?.name ?? claims?.nickname,
        // Ignore an address that the provider has not verified.
        email: claims?.email_verified === false ? undefined : claims?.email,
      });
    },
  };
}
