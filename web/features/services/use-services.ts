import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { FALLBACK_SERVICES } from '#content/fallback-services.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { servicesQuery } from './api.ts';

export type ServicesState =
  | { status: 'loading' }
  | { status: 'error'; message: string; retry: () => void }
  | {
      status: 'ready';
      services: readonly ServiceListItem[];
      /** Why the list could not be refreshed: it is shown all the same. */
      message: string | undefined;
      retry: () => void;
    };

/**
 * The services list as the page shows it (spec §4): an error only if no list was loaded at all, and
 * the fallback services if the server has none.
 */
export function useServices(): ServicesState {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const query = useQuery(servicesQuery(catalogue));
  const { data, refetch } = query;
  const error = useKnownProblem(query);
  const retry = () => void refetch();
  if (data) {
    return {
      status: 'ready',
      services: data.length > 0 ? data : FALLBACK_SERVICES,
      message: error?.message,
      retry,
    };
  }
  if (error) return { status: 'error', message: error.message, retry };
  return { status: 'loading' };
}
