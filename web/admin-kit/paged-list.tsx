import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, ListPage } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AdminPath } from './admin-pages.ts';
import { DataTable, type TableProps } from './data-table.tsx';
import { useListKeys } from './keys/use-list-keys.ts';
import { ListPaging } from './list-paging.tsx';

type EmptyText = { title: string; hint: string };

type Props<Row, Search extends object> = Pick<
  TableProps<Row, Search>,
  'columns' | 'card' | 'sorting' | 'selection' | 'isDense'
> & {
  query: UseQueryResult<{ rows: readonly Row[]; next?: string | undefined; total: string }>;
  /** Names the list, as in '주문 목록'. */
  caption: string;
  /** The total, as text. */
  countOf: (total: string) => string;
  /** Holds what an empty list says. Without filters no other choice can help: `unfiltered` says so. */
  empty: EmptyText & { unfiltered?: EmptyText };
  to: AdminPath;
  /** Without the cursor, so the first page. */
  filters: Search;
  isFirst: boolean;
  /** Between the total and the table, such as an action on the selected rows. */
  children?: ReactNode;
};

/** Returns whether the address narrows the list; its order does not. */
function isFiltered(search: object): boolean {
  return Object.entries(search).some(([name, value]) => value !== undefined && name !== 'sort' && name !== 'order');
}

/** One page of a long list: the total, the table, and links to the previous and next page. */
export function PagedList<Row extends { id: number }, Search extends object>(props: Props<Row, Search>) {
  const { query, caption, countOf, empty, columns, to, filters, isFirst, card, sorting, selection, isDense } = props;
  const container = useListKeys();
  const { data, error, refetch, isPlaceholderData } = query;
  const { title, hint } = (isFiltered(filters) ? undefined : empty.unfiltered) ?? empty;
  return (
    <div ref={container} className="grid gap-3" aria-busy={isPlaceholderData}>
      <p role="status" className="text-ink-700">
        {data && countOf(data.total)}
      </p>
      {props.children}
      <ListPage
        items={data?.rows}
        error={error}
        onRetry={() => void refetch()}
        loading={<Skeleton className="h-[480px] w-full" />}
        empty={<EmptyState title={title}>{hint}</EmptyState>}
        subject={caption}
      >
        {(rows) => (
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            card={card}
            sorting={sorting}
            selection={selection}
            isDense={isDense}
          />
        )}
      </ListPage>
      <ListPaging to={to} filters={filters} isFirst={isFirst} next={data?.next} />
    </div>
  );
}
