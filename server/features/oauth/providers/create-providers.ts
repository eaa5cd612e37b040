import type { SocialConfig } from '#server/config.ts';
import type { SocialProvider, SocialProviders } from '#shared/features/oauth/schemas.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createNaverProvider } from './naver-provider.ts';
import { createOpenIdProvider } from './openid-provider.ts';

/** Those that are configured, by their id, in the order in which people are offered them. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>;

/** `publicUrl` is asked for at each login: where the shop answers is known for sure only once it listens. */
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

/** As people are offered them (contract §3). */
export function listProviders(providers: IdentityProviders): SocialProviders {
  return Array.from(providers.values(), ({ id, name }) => ({ id, name }));
}
