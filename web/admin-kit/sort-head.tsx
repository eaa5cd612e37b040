import { Link } from '@tanstack/react-router';
import type { AdminPath } from './admin-pages.ts';

export type SortOrder = 'asc' | 'desc';

/** How a list is sorted, and the address that sorts it in another way. */
export type ListSorting<Search extends object> = {
  to: AdminPath;
  /** The key of the column that the list is sorted by. */
  key: string;
  order: SortOrder;
  searchOf: (key: string, order: SortOrder) => Search;
};

/** A column that the server sorts by; `first` is the order that the first press gives. */
export type ColumnSort = { key: string; first: SortOrder };

/** The value of `aria-sort`; only the sorted column has one. */
export function ariaSort(
  sort: ColumnSort | undefined,
  sorting: Pick<ListSorting<object>, 'key' | 'order'> | undefined,
): 'ascending' | 'descending' | undefined {
  if (!sort || sort.key !== sorting?.key) return undefined;
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}

type Props<Search extends object> = { label: string; sort: ColumnSort; sorting: ListSorting<Search> };

/**
 * The head of a column as a link that sorts the list by it; the sorted one turns the order around.
 */
export function SortHead<Search extends object>({ label, sort, sorting }: Props<Search>) {
  const { to, key, order, searchOf } = sorting;
  const current = sort.key === key ? order : undefined;
  const next = current === undefined ? sort.first : current === 'asc' ? 'desc' : 'asc';
  return (
    <Link
      to={to}
      search={searchOf(sort.key, next)}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      className="group inline-flex min-h-9 items-center gap-1 whitespace-nowrap rounded hover:text-ink-900"
    >
      {label}
      <SortMark order={current} />
    </Link>
  );
}

/** Two small triangles; the one of the present order is dark. */
function SortMark({ order }: { order: SortOrder | undefined }) {
  const shade = (own: SortOrder) =>
    order === own ? 'fill-olive-700' : `fill-ink-500 ${order ? 'opacity-30' : 'opacity-50 group-hover:opacity-100'}`;
  return (
    <svg aria-hidden="true" viewBox="0 0 8 14" className="h-3.5 w-2 shrink-0">
      <path d="M4 1 7.5 5.5h-7z" className={shade('asc')} />
      <path d="M4 13 .5 8.5h7z" className={shade('desc')} />
    </svg>
  );
}
