import { USER_SORTS, type UserSort } from '#shared/platform/list-sorts.ts';
import { type SortSearch, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { textOf } from '#web/lib/navigation/search-values.ts';

/** Search and order of the list of accounts, as in the address. */
export type UserFilters = { q?: string | undefined } & SortSearch<UserSort>;

/** Drops what is not one of the list's filters. */
export function userFiltersOf(search: Record<string, unknown>): UserFilters {
  return { q: textOf(search.q), ...sortSearch(USER_SORTS, search) };
}
