import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { FALLBACK_SERVICES } from '#content/fallback-services.ts';
import { type ListSearch, listPath, listPlace } from '#shared/features/services/list-parts.ts';
import { useKnownProblem } from '#web/lib/use-known-problem.ts';
import { servicesPartQuery, servicesQuery } from '../api.ts';
import { listOfPart, type ServiceList, wholeList } from './service-list.ts';

export type ServicesState =
  | { status: 'loading' }
  | { status: 'error'; message: string; retry: () => void }
  | {
      status: 'ready';
      list: ServiceList;
      /** Why the list could not be refreshed: it is shown all the same. */
      message: string | undefined;
      retry: () => void;
      /** Loads all services, if the page came with a part of them. */
      loadAll: () => void;
    };

/**
 * The services list as the page shows it (spec §4): an error only if no list was loaded at all, and
 * the fallback services if the server has none. A long list is the part that the page came with
 * until something else of it is wanted.
 */
export function useServices(search: ListSearch): ServicesState {
  const catalogue = useRouteContext({ from: '__root__', select: (context) => context.catalogue });
  const [isAllWanted, setAllWanted] = useState(false);
  const { data: loaded } = useQuery(servicesPartQuery);
  const part = loaded && listPath(listPlace(search, loaded.counts)) === listPath(loaded.place) ? loaded : undefined;
  const query = useQuery({ ...servicesQuery(catalogue), enabled: part === undefined || isAllWanted });
  const { data, refetch } = query;
  const error = useKnownProblem(query);
  const retry = () => void refetch();
  const loadAll = () => setAllWanted(true);
  const list = data ? wholeList(data.length > 0 ? data : FALLBACK_SERVICES, search) : part && listOfPart(part);
  if (list) return { status: 'ready', list, message: error?.message, retry, loadAll };
  if (error) return { status: 'error', message: error.message, retry };
  return { status: 'loading' };
}
