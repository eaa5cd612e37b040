import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
} from 'openid-client';
import type { OpenIdSettings } from '#server/config.ts';
import type { SocialProvider } from '#shared/contract/oauth.ts';
import { socialProfile } from '../social-profile.ts';
import { type IdentityProvider, PROVIDER_TIMEOUT_SECONDS } from './identity-provider.ts';

type Options = { id: SocialProvider; name: string; settings: OpenIdSettings; redirectUri: () => string };

/** Kakao and Google: OpenID Connect, code flow with PKCE, state and nonce. */
export function createOpenIdProvider({ id, name, settings, redirectUri }: Options): IdentityProvider {
  const issuer = new URL(settings.issuer);
  let discovered: Promise<Configuration> | undefined;

  /** Asked at the first login and then kept; after a failure the next login asks again. */
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

  return {
    id,
    name,
    async loginUrl({ state, nonce, codeVerifier }) {
      return buildAuthorizationUrl(await configuration(), {
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
