import type { SocialConfig } from '#server/config.ts';
import type { SocialProvider, SocialProviders } from '#shared/features/oauth/schemas.ts';
import type { LoginProvider } from './login-provider.ts';
import { createNaverProvider } from './naver-provider.ts';
import { createOpenIdProvider } from './openid-provider.ts';

/** The configured providers by id, in display order. */
export type LoginProviders = ReadonlyMap<string, LoginProvider>;

/** Reads `publicUrl` at each login, because it may be unknown until the server listens. */
export function createIdentityProviders(config: SocialConfig, publicUrl: () => string): LoginProviders {
  const redirectUri = (id: SocialProvider) => () => `${publicUrl()}/api/oauth/${id}/callback`;
  const { kakao, naver, google } = config;
  const made: LoginProvider[] = [];
  if (kakao) {
    made.push(
      createOpenIdProvider({ id: 'kakao', name: '카카오', settings: kakao, redirectUri: redirectUri('kakao') }),
    );
  }
  if (naver) made.push(createNaverProvider({ settings: naver, redirectUri: redirectUri('naver') }));
  if (google) {
    made.push(
      createOpenIdProvider({ id: 'google', name: 'Google', settings: google, redirectUri: redirectUri('google') }),
    );
  }
  return new Map(made.map((provider) => [provider.id, provider]));
}

/** Presents the providers (contract §3). */
export function listProviders(providers: LoginProviders): SocialProviders {
  return Array.from(providers.values(), ({ id, name }) => ({ id, name }));
}
