import { notFound, rootRouteId } from '@tanstack/react-router';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import { childServicesQuery, serviceQuery, servicesQuery } from '#web/features/services/api.ts';
import type { Queries } from '#web/lib/queries.ts';
import { queryClientOf } from '#web/lib/query-client.ts';
import { idOf } from '#web/routes/search-values.ts';

type Context = { queries: Queries; catalogue: CatalogueReader };

/** The page has its own loading and error states, so the browser does not wait for the list. */
export async function loadServices({ context: { queries, catalogue } }: { context: Context }): Promise<void> {
  const queryClient = queryClientOf(queries);
  const loading = queryClient.prefetchQuery(servicesQuery(catalogue));
  if (!import.meta.env.SSR) return;
  await loading;
  // The comparison of the packages shows what each includes.
  const services = queryClient.getQueryData(servicesQuery(catalogue).queryKey) ?? [];
  const packages = services.filter(({ category }) => category === 'package');
  await Promise.all(packages.map(({ id }) => queryClient.prefetchQuery(serviceQuery(catalogue, id))));
}

type ServiceArgs = { context: Context; params: { serviceId: string } };

/** One service, for the head of its page; throws "not found" if it does not exist. */
export async function loadService({ context: { queries, catalogue }, params }: ServiceArgs) {
  const queryClient = queryClientOf(queries);
  const id = idOf(params.serviceId);
  const service = id === undefined ? null : await queryClient.ensureQueryData(serviceQuery(catalogue, id));
  if (!service) throw notFound({ routeId: rootRouteId });
  if (import.meta.env.SSR) {
    const idLists = service.description.sections.flatMap(({ serviceIds }) => (serviceIds?.length ? [serviceIds] : []));
    await Promise.all(idLists.map((ids) => queryClient.prefetchQuery(childServicesQuery(catalogue, ids))));
  }
  return { title: service.title, tagline: service.tagline };
}
