import { queryOptions, skipToken } from '@tanstack/react-query';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import type { ListPart } from '#shared/features/services/list-parts.ts';
import * as termsCalls from '#shared/features/terms/calls.ts';
import { CATALOGUE_CACHE } from '#web/lib/query-client.ts';
import { sendText } from '#web/lib/send-text.ts';
import { findFallbackService } from './fallback-service.ts';

export const servicesQuery = (catalogue: CatalogueReader) =>
  queryOptions({ queryKey: ['services'], queryFn: () => catalogue.listServices(), ...CATALOGUE_CACHE });

/** The part of a long list that the page came with. Only the server makes it. */
export const servicesPartQuery = queryOptions<ListPart>({
  queryKey: ['services', 'part'],
  queryFn: skipToken,
  ...CATALOGUE_CACHE,
});

/** One service, or null if it does not exist. */
export const serviceQuery = (catalogue: CatalogueReader, id: number) =>
  queryOptions({
    queryKey: ['services', id],
    queryFn: async () => (await catalogue.getService(id)) ?? (await findFallbackService(catalogue, id)) ?? null,
    ...CATALOGUE_CACHE,
    // A service that is missing may be back with the next visit.
    staleTime: ({ state }) => (state.data === null ? 0 : CATALOGUE_CACHE.staleTime),
  });

/** The child services of a service; fetched only if there are any (spec §7). */
export const childServicesQuery = (catalogue: CatalogueReader, ids: readonly number[]) =>
  queryOptions({
    queryKey: ['services', 'ids', ...ids],
    queryFn: () => catalogue.childServices(ids),
    enabled: ids.length > 0,
    ...CATALOGUE_CACHE,
  });

/** Other services of its category, as many as its page shows. */
export const relatedServicesQuery = (catalogue: CatalogueReader, id: number) =>
  queryOptions({
    queryKey: ['services', id, 'related'],
    queryFn: () => catalogue.relatedServices(id),
    ...CATALOGUE_CACHE,
  });

/** The sanitised text of a terms file, named by a `tos` section, in one version or the newest. */
export const termsQuery = (filename: string, version: number | undefined) =>
  queryOptions({
    queryKey: ['terms', filename, version],
    queryFn: ({ signal }) =>
      sendText(termsCalls.getText, { params: { filename }, query: { version: version?.toFixed() }, signal }),
    ...CATALOGUE_CACHE,
  });
