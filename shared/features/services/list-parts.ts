import {
  DEFAULT_TAB,
  filterServices,
  isTabCategory,
  SERVICE_CATEGORIES,
  type ServiceCategory,
  type TabCategory,
} from '#shared/rules/service-category.ts';
import type { ServiceDetail, ServiceListItem } from './schemas.ts';

/** A list of up to so many services is one page; a longer one is shown in parts. */
const MAX_WHOLE_LIST = 200;
export const SERVICES_PER_PAGE = 60;
export const PACKAGES_PER_PAGE = 4;

type Services = readonly ServiceListItem[];
export type ServiceCounts = Readonly<Record<ServiceCategory, number>>;

/** Which part of a long list a page shows. Pages count from 1. */
export type ListPlace = { category: TabCategory; page: number; packagesPage: number };

/** The values of an address of the list, as strings. */
export type ListSearch = {
  category?: string | undefined;
  page?: string | undefined;
  packages?: string | undefined;
};

/** Describes what the page of a long list carries: the shown services, and what it says of the others. */
export type ListPart = {
  place: ListPlace;
  counts: ServiceCounts;
  services: Services;
  packages: Services;
  /** Services that the shown packages include. */
  included: Services;
};

export function countServices(services: Services): ServiceCounts {
  const counts = { before: 0, during: 0, after: 0, publicservice: 0, civil: 0, package: 0 };
  for (const { category } of services) counts[category] += 1;
  return counts;
}

export function isShownInParts(counts: ServiceCounts): boolean {
  return SERVICE_CATEGORIES.reduce((sum, category) => sum + counts[category], 0) > MAX_WHOLE_LIST;
}

/** The number of pages of a category, at least 1. */
export function countPages(category: ServiceCategory, counts: ServiceCounts): number {
  const perPage = category === 'package' ? PACKAGES_PER_PAGE : SERVICES_PER_PAGE;
  return Math.max(1, Math.ceil(counts[category] / perPage));
}

/** Reads the number of a page; what the list does not have is the first page. */
function pageOf(value: string | undefined, pages: number): number {
  const page = /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1;
  return page <= pages ? page : 1;
}

/**
 * Returns the part of a long list that an address names. Packages and the other services have pages
 * of their own, of which only one is beyond the first: there are only so many pages to keep.
 */
export function listPlace(search: ListSearch, counts: ServiceCounts): ListPlace {
  const packagesPage = pageOf(search.packages, countPages('package', counts));
  if (packagesPage > 1) return { category: DEFAULT_TAB, page: 1, packagesPage };
  const category = isTabCategory(search.category) ? search.category : DEFAULT_TAB;
  return { category, page: pageOf(search.page, countPages(category, counts)), packagesPage };
}

/** Returns whether the address itself chooses a category; otherwise the visitor's last choice is shown. */
export function namesCategory({ category, page }: ListSearch): boolean {
  return category !== undefined || page !== undefined;
}

/** The one address of a part, for search engines and as the key of its page. */
export function listPath({ category, page, packagesPage }: ListPlace): string {
  if (packagesPage > 1) return `/services?packages=${packagesPage}`;
  if (page > 1) return `/services?category=${category}&page=${page}`;
  return category === DEFAULT_TAB ? '/services' : `/services?category=${category}`;
}

/** The address that shows a page of a category, whatever the visitor chose last. */
export function categoryAddress(category: TabCategory, page: number): string {
  return `/services?category=${category}${page > 1 ? `&page=${page}` : ''}#ondemand`;
}

export function packagesAddress(page: number): string {
  return `/services${page > 1 ? `?packages=${page}` : ''}#packages-heading`;
}

/** The services of a category's page. */
export function servicesAt(found: Services, page: number): Services {
  return found.slice((page - 1) * SERVICES_PER_PAGE, page * SERVICES_PER_PAGE);
}

export function packagesAt(packages: Services, page: number): Services {
  return packages.slice((page - 1) * PACKAGES_PER_PAGE, page * PACKAGES_PER_PAGE);
}

/** The ids of the services that a package includes. */
export function includedIds({ description }: Pick<ServiceDetail, 'description'>): ReadonlySet<number> {
  return new Set(
    description.sections.flatMap((section) => (section.type === 'child_services' ? section.serviceIds : [])),
  );
}

/** Cuts the part for a page out of the list, without what its packages include. */
export function listPart(services: Services, place: ListPlace, counts: ServiceCounts): ListPart {
  return {
    place,
    counts,
    services: servicesAt(filterServices(services, place.category, ''), place.page),
    packages: packagesAt(
      services.filter(({ category }) => category === 'package'),
      place.packagesPage,
    ),
    included: [],
  };
}
