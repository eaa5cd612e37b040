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
import { type IdentityProvider, PROVIDER_TIMEOUT_SECONDS } from './identity-provider.ts';
import { socialProfile } from './social-profile.ts';

type Options = { id: SocialProvider; name: string; settings: OpenIdSettings; redirectUri: () => string };

/**
 * Where the known providers log people in. A browser can be sent there without asking the provider
 * first, which would be a round trip more, and no login at all while our own way to the provider is
 * disturbed.
 */
const LOGIN_ADDRESSES: Readonly<Record<string, string>> = {
  'https://kauth.kakao.com': 'https://kauth.kakao.com/oauth/authorize',
  'https://accounts.google.com': 'https://accounts.google.com/o/oauth2/v2/auth',
};

/** Kakao and Google: OpenID Connect, code flow with PKCE, state and nonce. */
export function createOpenIdProvider({ id, name, settings, redirectUri }: Options): IdentityProvider {
  const issuer = new URL(settings.issuer);
  let discovered: Promise<Configuration> | undefined;

  /**
   * Asked when somebody first comes back from a known provider, or goes to another one, and then
   * kept; after a failure the next login asks again.
   */
  function configuration(): Promise<Configuration> {
    discovered ??= discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      timeout: PROVIDER_TIMEOUT_SECONDS,
      // The configuration lets plain http through to loopback alone, for tests.
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
        // Kakao gives a nickname unless the name itself was asked for and granted.
        fullname: claims?.name ?? claims?.nickname,
        // An address that the provider itself does not believe is none.
        email: claims?.email_verified === false ? undefined : claims?.email,
      });
    },
  };
}
