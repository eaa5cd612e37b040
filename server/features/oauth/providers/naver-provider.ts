import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
} from 'openid-client';
import { z } from 'zod';
import type { NaverSettings } from '#server/config.ts';
import { type LoginProvider, PROVIDER_TIMEOUT_SECONDS } from './login-provider.ts';
import { type SocialProfile, socialProfile } from './social-profile.ts';

/** Naver's profile; fields besides the id depend on its console and the user's consent. */
const profileAnswer = z.object({
  resultcode: z.literal('00'),
  response: z.object({ id: z.string(), name: z.string().optional(), email: z.string().optional() }),
});

function clientConfiguration({ clientId, clientSecret, authUrl, tokenUrl, profileUrl }: NaverSettings): Configuration {
  const server = {
    // Naver has no discovery and no issuer; the library only requires a name.
    issuer: new URL(authUrl).origin,
    authorization_endpoint: authUrl,
    token_endpoint: tokenUrl,
  };
  const client = new Configuration(server, clientId, clientSecret);
  client.timeout = PROVIDER_TIMEOUT_SECONDS;
  // The configuration allows plain HTTP only on loopback, for tests.
  if ([authUrl, tokenUrl, profileUrl].some((url) => url.startsWith('http:'))) allowInsecureRequests(client);
  return client;
}

type Options = { settings: NaverSettings; redirectUri: () => string };

/**
 * Naver: OAuth 2 without OpenID Connect, so the profile is read with the access token. There is no
 * nonce; PKCE and state protect the login.
 */
export function createNaverProvider({ settings, redirectUri }: Options): LoginProvider {
  const client = clientConfiguration(settings);

  async function fetchProfile(accessToken: string): Promise<SocialProfile> {
    const answer = await fetchProtectedResource(client, accessToken, new URL(settings.profileUrl), 'GET');
    const parsed = profileAnswer.safeParse(await answer.json());
    if (!answer.ok || !parsed.success) throw new Error(`the profile could not be read (status ${answer.status})`);
    const { id, name, email } = parsed.data.response;
    return socialProfile({ subject: id, fullname: name, email });
  }

  return {
    id: 'naver',
    name: '네이버',
    async loginUrl({ state, codeVerifier }) {
      return buildAuthorizationUrl(client, {
        redirect_uri: redirectUri(),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    async identify(callbackUrl, { state, codeVerifier }) {
      const tokens = await authorizationCodeGrant(
        client,
        callbackUrl,
        { expectedState: state, pkceCodeVerifier: codeVerifier },
        // Naver requires the state at the token endpoint too.
        { state },
      );
      return fetchProfile(tokens.access_token);
    },
  };
}
