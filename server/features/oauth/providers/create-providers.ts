import type { SocialConfig } from '#server/config.ts';
import type { SocialProvider, SocialProviders } from '#shared/features/oauth/schemas.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createNaverProvider } from './naver-provider.ts';
import { createOpenIdProvider } from './openid-provider.ts';

/** The configured providers by id, in display order. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;

/** Reads `publicUrl` at each login, because it may be unknown until the server listens. */
export function createIdentityProviders(config: SocialConfig, publicUrl: () => string): IdentityProviders {
  const redirectUri = (id: SocialProvider) => () => `${publicUrl()}/api/oauth/${id}/callback`;
  const { kakao, naver, google } = config;
  const made: IdentityProvider[] = [];
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
export function listProviders(providers: IdentityProviders): SocialProviders {
  return Array.from(providers.values(), ({ id, name }) => ({ id, name }));
}
