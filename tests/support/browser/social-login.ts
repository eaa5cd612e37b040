import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { Client } from '#tests/support/app/client.ts';
import { type NaverProvider, startNaverProvider } from '#tests/support/providers/naver-provider.ts';
import { type OidcProvider, startOidcProvider } from '#tests/support/providers/oidc-provider.ts';

/** The three providers on loopback, and the environment variables for a shop. */
export type SocialProviders = {
  kakao: OidcProvider;
  naver: NaverProvider;
  google: OidcProvider;
  env: Record<string, string>;
  /** Logs a new user in at each provider with the same subject, and returns the subject. */
  newPerson: (email?: string) => string;
  /** Logs the user out and ends all faults. */
  reset: () => void;
  close: () => Promise<void>;
};

/** Starts stand-ins for all social login providers. */
export async function startSocialProviders(): Promise<SocialProviders> {
  const [kakao, naver, google] = await Promise.all([
    startOidcProvider('kakao'),
    startNaverProvider(),
    startOidcProvider('google'),
  ]);
  return {
    kakao,
    naver,
    google,
    env: {
      // The system chooses the port, and the redirect address follows.
      PORT: '0',
      KAKAO_CLIENT_ID: kakao.clientId,
      KAKAO_CLIENT_SECRET: kakao.clientSecret,
      KAKAO_ISSUER: kakao.issuer,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
      ...naver.env,
    },
    newPerson(email = 'person@example.com') {
      const sub = randomUUID();
      kakao.person = { sub, nickname: '카카오 홍길동', email };
      google.person = { sub, name: 'Google 홍길동', email, email_verified: true };
      naver.person = { id: sub, name: '네이버 홍길동', email, mobile: '010-1234-5678' };
      return sub;
    },
    reset() {
      for (const provider of [kakao, naver, google]) {
        provider.person = undefined;
        provider.fault = undefined;
      }
    },
    close: async () => {
      await Promise.all([kakao.close(), naver.close(), google.close()]);
    },
  };
}

/**
 * Follows the redirects at the provider with cookies; returns the callback URL without calling it.
 */
export async function walkThroughProvider(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let steps = 0; steps < 10; steps += 1) {
    const { origin, pathname } = new URL(address);
    if (/^\/api\/oauth\/\w+\/callback$/.test(pathname)) return address;
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider stayed at ${address}: ${response.status} ${await response.text()}`);
    address = new URL(location, origin).href;
  }
  throw new Error('the provider goes in circles');
}

/** Returns path and query of a URL. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Runs a login from the button to the response of the callback. */
export async function logInAt(
  client: Client,
  provider: SocialProvider,
  returnTo?: string,
): Promise<LightMyRequestResponse> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const start = await client.get(`/api/oauth/${provider}${query}`);
  return client.get(pathOf(await walkThroughProvider(String(start.headers.location))));
}

/** Returns the social token of a redirect to the sign-up. */
export function socialTokenOf(response: LightMyRequestResponse): string {
  const [, token] = /^\/register\?socialToken=([\w-]{43})$/.exec(String(response.headers.location)) ?? [];
  if (!token) throw new Error(`no social token in ${response.headers.location}`);
  return token;
}
