import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminDiscrepancy } from '#shared/features/payments/admin-discrepancy-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { DISCREPANCY_SORTS } from '#shared/platform/list-sorts.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { OrderLink } from '#web/admin-kit/lists/order-link.tsx';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { discrepanciesQuery, type HandledEntries } from '../discrepancies-api.ts';
import { HandleButton, HandledCell } from './handled-cell.tsx';
import { NOTHING_TO_CHECK, type ReconciliationSearch } from './reconciliation-lists.ts';

const KINDS: Record<AdminDiscrepancy['kind'], string> = {
  missing: '결제사에 없음',
  amount: '금액이 다름',
  other_order: '다른 주문의 결제',
  refund: '요청보다 많이 환불됨',
  books: '장부와 주문이 다름',
};

type Props = { search: ReconciliationSearch; onHandle: (handled: HandledEntries) => void };

/** The payments of which provider and shop know different things. */
export function DiscrepancyList({ search, onHandle }: Props) {
  const { list, cursor } = search;
  const sort = sortSearch(DISCREPANCY_SORTS, search);
  const filters = { list, ...sort };
  const part = { state: list === 'all' ? 'all' : 'open', ...sort, cursor } as const;
  const query = useQuery({ ...discrepanciesQuery(part), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/differences', DISCREPANCY_SORTS, filters);
  const handle = (id: number) => onHandle({ list: 'payment-differences', id });
  const columns = columnsOf(handle);
  return (
    <PagedList
      query={query}
      caption="결제사와 다른 내역"
      countOf={(total) => `결제사와 다른 내역 ${total}건`}
      empty={NOTHING_TO_CHECK}
      columns={columns}
      card={cardOf(handle)}
      sorting={sorting}
      to="/admin/differences"
      filters={filters}
      isFirst={cursor === undefined}
    >
      <SortSelect columns={columns} sorting={sorting} />
    </PagedList>
  );
}

function columnsOf(onHandle: (id: number) => void): Columns<AdminDiscrepancy> {
  return [
    { header: '주문 번호', cell: (row) => <OrderLink of={row} /> },
    {
      header: '차이',
      cell: ({ kind }) => <span className="font-semibold">{KINDS[kind]}</span>,
      sort: { key: 'kind', first: 'asc' },
    },
    { header: '결제 번호', cell: ({ receipt_id }) => <span className="break-all">{receipt_id || '없음'}</span> },
    {
      header: '우리 금액',
      cell: ({ ours }) => formatWon(ours),
      isNumeric: true,
      sort: { key: 'ours', first: 'desc' },
    },
    {
      header: '비교한 금액',
      cell: ({ theirs }) => formatWon(theirs),
      isNumeric: true,
      sort: { key: 'theirs', first: 'desc' },
    },
    {
      header: '발견',
      cell: ({ found_at }) => formatDateTime(found_at),
      isNumeric: true,
      sort: { key: 'found_at', first: 'desc' },
    },
    { header: '처리', cell: (row) => <HandledCell row={row} onHandle={onHandle} /> },
  ];
}

/**
 * A discrepancy on a phone: its order, the amounts, when it was found or what was done about it.
 */
function cardOf(onHandle: (id: number) => void) {
  return (row: AdminDiscrepancy) => (
    <ListCard
      name={<OrderLink of={row} />}
      status={<span className="whitespace-nowrap font-semibold">{KINDS[row.kind]}</span>}
      text={`우리 ${formatWon(row.ours)}, 비교 ${formatWon(row.theirs)}`}
      action={!row.handled_at && <HandleButton row={row} onHandle={onHandle} />}
      left={<span className="break-words">{row.note}</span>}
      right={formatDateTime(row.found_at)}
    />
  );
}
