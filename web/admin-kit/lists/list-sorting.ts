import type { AdminPath } from '../admin-pages.ts';
import type { ListSorting, SortOrder } from '../sort-head.tsx';

/** How a list is sorted, as in its address; empty for the list's own order. */
export type SortSearch<Sort extends string> = { sort?: Sort | undefined; order?: SortOrder | undefined };

/** The keys that the server sorts a list by; the first one is the list's own order. */
type Sorts<Sort extends string> = readonly [Sort, ...Sort[]];

/**
 * Reads how a list is sorted from its address. The list's own order is left out, so that one list
 * has one address. `own` is its direction.
 */
export function sortSearch<Sort extends string>(
  sorts: Sorts<Sort>,
  { sort: wanted, order: direction }: { sort?: unknown; order?: unknown },
  own: SortOrder = 'desc',
): SortSearch<Sort> {
  const sort = sorts.find((known) => known === wanted);
  const order = direction === 'asc' ? 'asc' : 'desc';
  return sort === undefined || (sort === sorts[0] && order === own) ? {} : { sort, order };
}

/** Returns what the heads of a list need to know; they keep its filters. */
export function listSorting<Sort extends string, Search extends SortSearch<Sort>>(
  to: AdminPath,
  sorts: Sorts<Sort>,
  filters: Search,
  own: SortOrder = 'desc',
): ListSorting<Search> {
  return {
    to,
    key: filters.sort ?? sorts[0],
    order: filters.order ?? own,
    searchOf: (sort, order) => ({
      ...filters,
      sort: undefined,
      order: undefined,
      ...sortSearch(sorts, { sort, order }, own),
    }),
  };
}
