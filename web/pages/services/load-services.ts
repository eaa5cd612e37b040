import { notFound, rootRouteId } from '@tanstack/react-router';
import type { CatalogueReader } from '#shared/contract/pages.ts';
import {
  countServices,
  includedIds,
  isShownInParts,
  type ListPlace,
  type ListSearch,
  listPart,
  listPath,
  listPlace,
} from '#shared/features/services/list-parts.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { PAGES } from '#shared/pages.ts';
import { DEFAULT_TAB, serviceCategoryLabel } from '#shared/rules/service-category.ts';
import {
  childServicesQuery,
  relatedServicesQuery,
  serviceQuery,
  servicesPartQuery,
  servicesQuery,
} from '#web/features/services/api.ts';
import { idOf } from '#web/lib/navigation/search-values.ts';
import type { Queries } from '#web/lib/queries.ts';
import { CATALOGUE_CACHE, queryClientOf } from '#web/lib/query-client.ts';

type Context = { queries: Queries; catalogue: CatalogueReader };
type ServicesArgs = { context: Context; location: { search: ListSearch } };

/** Describes what the head of a long list's page says in place of the page's own values. */
type ListHead = { path: string; title: string };

/**
 * The page has its own loading and error states, so the browser does not wait for the list. It
 * loads all of a long list only if the part that the page came with is not enough.
 */
export async function loadServices({ context, location }: ServicesArgs): Promise<ListHead | undefined> {
  if (import.meta.env.SSR) return loadOnServer(context, location.search);
  const queryClient = queryClientOf(context.queries);
  const part = queryClient.getQueryState(servicesPartQuery.queryKey);
  const isPartFresh = part?.data && Date.now() - part.dataUpdatedAt < CATALOGUE_CACHE.staleTime;
  if (!isPartFresh) void queryClient.prefetchQuery(servicesQuery(context.catalogue));
}

async function loadOnServer({ queries, catalogue }: Context, search: ListSearch): Promise<ListHead | undefined> {
  const queryClient = queryClientOf(queries);
  const services = await catalogue.listServices();
  const counts = countServices(services);
  // The comparison of the packages shows what each includes.
  const loadPackages = (shown: readonly ServiceListItem[]) =>
    Promise.all(
      shown
        .filter(({ category }) => category === 'package')
        .map(({ id }) => queryClient.ensureQueryData(serviceQuery(catalogue, id))),
    );
  if (!isShownInParts(counts)) {
    queryClient.setQueryData(servicesQuery(catalogue).queryKey, services);
    await loadPackages(services);
    return undefined;
  }
  const place = listPlace(search, counts);
  const part = listPart(services, place, counts);
  const packages = await loadPackages(part.packages);
  const ids = new Set(packages.flatMap((found) => (found ? [...includedIds(found)] : [])));
  const included = services.filter(({ id }) => ids.has(id));
  queryClient.setQueryData(servicesPartQuery.queryKey, { ...part, included });
  return { path: listPath(place), title: listTitle(place) };
}

/** The title of a part: each page of search engines' lists needs one of its own. */
function listTitle({ category, page, packagesPage }: ListPlace): string {
  if (packagesPage > 1) return `${serviceCategoryLabel('package')} ${packagesPage}페이지`;
  const label = `${serviceCategoryLabel(category)} ${PAGES.services.title}`;
  if (page > 1) return `${label} ${page}페이지`;
  return category === DEFAULT_TAB ? PAGES.services.title : label;
}

type ServiceArgs = { context: Context; params: { serviceId: string } };

/** One service, for the head of its page; throws "not found" if it does not exist. */
export async function loadService({ context: { queries, catalogue }, params }: ServiceArgs) {
  const queryClient = queryClientOf(queries);
  const id = idOf(params.serviceId);
  if (id === undefined) throw notFound({ routeId: rootRouteId });
  // At the same time; the browser shows the service without waiting for them.
  const related = queryClient.prefetchQuery(relatedServicesQuery(catalogue, id));
  const query = serviceQuery(catalogue, id);
  // A missing service is asked for again, as it may be back.
  if (queryClient.getQueryData(query.queryKey) === null)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  const service = await queryClient.ensureQueryData(query);
  if (!service) throw notFound({ routeId: rootRouteId });
  if (import.meta.env.SSR) {
    const idLists = service.description.sections.flatMap((section) =>
      section.type === 'child_services' && section.serviceIds.length > 0 ? [section.serviceIds] : [],
    );
    const children = idLists.map((ids) => queryClient.prefetchQuery(childServicesQuery(catalogue, ids)));
    await Promise.all([related, ...children]);
  }
  return { title: service.title, tagline: service.tagline };
}
