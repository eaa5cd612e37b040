import type { SocialProviders } from '#shared/features/oauth/schemas.ts';
import type { Queries } from '#web/lib/queries.ts';
import { queryClientOf } from '#web/lib/query-client.ts';
import { socialProvidersQuery } from './social-api.ts';

type LoaderArgs = { context: { queries: Queries; socialProviders?: SocialProviders } };

/**
 * Loads the providers. The server renders their buttons, so that nothing moves; a client-side
 * navigation fetches them on the way.
 */
export function loadSocialProviders({ context: { queries, socialProviders } }: LoaderArgs): void {
  const queryClient = queryClientOf(queries);
  if (socialProviders) queryClient.setQueryData(socialProvidersQuery.queryKey, socialProviders);
  else void queryClient.prefetchQuery(socialProvidersQuery);
}
