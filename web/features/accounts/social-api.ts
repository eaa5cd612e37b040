import { queryOptions } from '@tanstack/react-query';
import type { CompleteSocialRegisterRequest, SocialPerson, SocialProviders } from '#shared/contract/oauth.ts';
import { api } from '#web/lib/api-client.ts';

/**
 * The configured social login providers. Fetched once, because they change with the server's
 * configuration only; without an answer there are no buttons.
 */
export const socialProvidersQuery = queryOptions({
  queryKey: ['social-providers'],
  queryFn: ({ signal }) => api.get<SocialProviders>('/api/oauth/providers', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The person that a social token belongs to. Not cached once unused: the query key is a secret. */
export const socialPersonQuery = (socialToken: string) =>
  queryOptions({
    queryKey: ['social-person', socialToken],
    queryFn: ({ signal }) => api.post<SocialPerson>('/api/oauth/verify-social-token', { socialToken }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const completeSocialRegister = (request: CompleteSocialRegisterRequest) =>
  api.post<{ success: true; userId: string }>('/api/oauth/complete-social-register', request);
