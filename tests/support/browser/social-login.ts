import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { SocialProvider } from '#shared/features/oauth/schemas.ts';
import type { Client } from '#tests/support/app/client.ts';
import { type NaverProvider, startNaverProvider } from '#tests/support/providers/naver-provider.ts';
import { type OidcProvider, startOidcProvider } from '#tests/support/providers/oidc-provider.ts';

/** The three providers, played on loopback, and the environment that leads a shop to them. */
export type SocialProviders = {
  kakao: OidcProvider;
  naver: NaverProvider;
  google: OidcProvider;
  env: Record<string, string>;
  /** Puts somebody new in front of each of them, whose subject, which is answered, is the same at all. */
  newPerson: (email?: string) => string;
  /** Nobody is in front of them, and they are in order. */
  reset: () => void;
  close: () => Promise<void>;
};

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

/** The address that the provider leads back to, followed by hand with a jar for its cookies; the shop is not called. */
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

/** The shop's half of an address: what the browser asks it for. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** From the button to the answer of the callback. */
export async function logInAt(
  client: Client,
  provider: SocialProvider,
  returnTo?: string,
): Promise<LightMyRequestResponse> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
  const start = await client.get(`/api/oauth/${provider}${query}`);
  return client.get(pathOf(await walkThroughProvider(String(start.headers.location))));
}

/** The token of an answer that leads to the sign-up. */
export function socialTokenOf(response: LightMyRequestResponse): string {
  const [, token] = /^\/register\?socialToken=([\w-]{43})$/.exec(String(response.headers.location)) ?? [];
  if (!token) throw new Error(`no social token in ${response.headers.location}`);
  return token;
}
