import {
  countServices,
  isShownInParts,
  type ListPart,
  type ListPlace,
  type ListSearch,
  listPlace,
  packagesAt,
  type ServiceCounts,
  servicesAt,
} from '#shared/features/services/list-parts.ts';
import type { ServiceListItem } from '#shared/features/services/schemas.ts';
import { filterServices, TAB_CATEGORIES, type TabCategory } from '#shared/rules/service-category.ts';
import { relatedServices } from '#shared/rules/services/service-search.ts';

type Services = readonly ServiceListItem[];

/** Describes what is found in a category: how many, and those that are shown. */
export type SearchResult = { count: number; shown: Services };
/** Matches by category; without those that are not known yet. */
export type MatchCounts = Readonly<Partial<Record<TabCategory, number>>>;

/** Describes what the page shows of the services, whether it knows all of them or a part. */
export type ServiceList = {
  /** False while only the part is known that the page came with. */
  isWhole: boolean;
  counts: ServiceCounts;
  /** The shown part of a long list; undefined for a list that is one page. */
  place: ListPlace | undefined;
  packages: Services;
  /** Services that may be included in the shown packages. */
  included: Services;
  countMatches: (term: string) => MatchCounts;
  /**
   * Finds the services of a category; in a long list those of its page, or the first `limit`
   * matches of a term. Returns undefined for what the part does not hold.
   */
  find: (category: TabCategory, term: string, limit: number) => SearchResult | undefined;
  /** Finds by keyword and tagline in all categories what `find` does not; nothing in a part. */
  findRelated: (category: TabCategory, term: string) => Services;
};

/** The list with all its services: one page, unless it is long. */
export function wholeList(all: Services, search: ListSearch): ServiceList {
  const counts = countServices(all);
  const place = isShownInParts(counts) ? listPlace(search, counts) : undefined;
  const packages = all.filter(({ category }) => category === 'package');
  return {
    isWhole: true,
    counts,
    place,
    packages: place ? packagesAt(packages, place.packagesPage) : packages,
    included: all,
    countMatches: (term) =>
      Object.fromEntries(TAB_CATEGORIES.map((category) => [category, filterServices(all, category, term).length])),
    find(category, term, limit) {
      const found = filterServices(all, category, term);
      const shown = () => {
        if (!place) return found;
        if (term.trim() !== '') return found.slice(0, limit);
        return servicesAt(found, category === place.category ? place.page : 1);
      };
      return { count: found.length, shown: shown() };
    },
    findRelated: (category, term) => relatedServices(all, category, term),
  };
}

/** The list of a page that came with a part. */
export function listOfPart({ place, counts, services, packages, included }: ListPart): ServiceList {
  return {
    isWhole: false,
    counts,
    place,
    packages,
    included,
    countMatches: (term) => (term.trim() === '' ? counts : {}),
    find(category, term) {
      if (category !== place.category || term.trim() !== '') return undefined;
      return { count: counts[category], shown: services };
    },
    findRelated: () => [],
  };
}
