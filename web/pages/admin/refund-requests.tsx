import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { REFUND_REQUEST_SORTS } from '#shared/platform/list-sorts.ts';
import { refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { AdminPage } from '#web/admin-kit/admin-page.tsx';
import type { Column } from '#web/admin-kit/data-table.tsx';
import { type LinkTab, LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import { CallLink, ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { listSorting, sortSearch } from '#web/admin-kit/lists/list-sorting.ts';
import { OrderLink } from '#web/admin-kit/lists/order-link.tsx';
import { SortSelect } from '#web/admin-kit/lists/sort-select.tsx';
import { PagedList } from '#web/admin-kit/paged-list.tsx';
import { badgesQuery } from '#web/features/desk/admin/badges-query.ts';
import { RefundDue } from '#web/features/payments/admin/refund-due.tsx';
import { REFUND_REQUEST_LABELS, RefundRequestBadge } from '#web/features/payments/admin/refund-request-status.tsx';
import { refundRequestsQuery } from '#web/features/payments/admin/refund-requests-api.ts';

const route = getRouteApi('/queries/admin/admin/refund-requests');
const STATUSES = ['granted', 'refused', 'withdrawn', 'all'] as const;

/** The customers' refund requests; open ones first, those that are due first on top. */
export function AdminRefundRequestsPage() {
  const search = route.useSearch();
  const { due, status, cursor } = search;
  const { data: badges } = useQuery(badgesQuery);
  // Open requests are a queue: the first one due on top.
  const own = status === undefined ? 'asc' : 'desc';
  const filters = { due, status, ...sortSearch(REFUND_REQUEST_SORTS, search, own) };
  const query = useQuery({ ...refundRequestsQuery({ ...filters, cursor }), placeholderData: keepPreviousData });
  const sorting = listSorting('/admin/refund-requests', REFUND_REQUEST_SORTS, filters, own);
  const tabs: LinkTab<Pick<typeof search, 'due' | 'status'>>[] = [
    {
      label: REFUND_REQUEST_LABELS.open,
      search: {},
      isCurrent: status === undefined && due === undefined,
      count: badges?.refund_requests.toLocaleString('ko-KR'),
    },
    {
      label: '기한 지남',
      search: { due: 'overdue' as const },
      isCurrent: due !== undefined,
      count: badges?.overdue_refund_requests.toLocaleString('ko-KR'),
    },
    ...STATUSES.map((tab) => ({
      label: tab === 'all' ? '전체' : REFUND_REQUEST_LABELS[tab],
      search: { status: tab },
      isCurrent: tab === status && due === undefined,
    })),
  ];
  return (
    <AdminPage title="환불 요청">
      <LinkTabs label="환불 요청 상태" to="/admin/refund-requests" tabs={tabs} />
      <PagedList
        query={query}
        caption="환불 요청 목록"
        countOf={(total) => `조건에 맞는 환불 요청 ${total}건`}
        empty={{
          title: '조건에 맞는 환불 요청이 없습니다',
          hint: '다른 상태를 골라보세요.',
          unfiltered: { title: '처리할 환불 요청이 없습니다', hint: '고객이 환불을 요청하면 여기에 표시됩니다.' },
        }}
        columns={COLUMNS}
        card={requestCard}
        sorting={sorting}
        to="/admin/refund-requests"
        filters={filters}
        isFirst={cursor === undefined}
      >
        <SortSelect columns={COLUMNS} sorting={sorting} />
      </PagedList>
    </AdminPage>
  );
}

const COLUMNS: readonly [Column<RefundRequestListItem>, ...Column<RefundRequestListItem>[]] = [
  {
    header: '주문 번호',
    cell: (request) => <OrderLink of={request} />,
  },
  {
    header: '상태',
    cell: ({ status, awaits_approval }) => <RefundRequestBadge status={status} isProposed={awaits_approval} />,
    sort: { key: 'status', first: 'asc' },
  },
  { header: '처리 기한', cell: (request) => <RefundDue request={request} />, sort: { key: 'due_on', first: 'asc' } },
  { header: '서비스', cell: ({ service_title }) => service_title },
  { header: '회원', cell: ({ user_name, user_id }) => `${user_name} (${user_id})` },
  { header: '고객의 사유', cell: ({ reason }) => <span className="line-clamp-2 break-words">{reason}</span> },
  {
    header: '정책 금액',
    cell: (request) => refundAmountText(request),
    isNumeric: true,
    sort: { key: 'amount', first: 'desc' },
  },
  {
    header: '승인 금액',
    cell: ({ granted_amount }) => (granted_amount === null ? '없음' : formatWon(granted_amount)),
    isNumeric: true,
  },
  {
    header: '요청 일시',
    cell: ({ created_at }) => formatDateTime(created_at),
    isNumeric: true,
    sort: { key: 'created_at', first: 'desc' },
  },
];

/** A request on a phone: its order, who asks and why, what the policy gives. */
function requestCard(request: RefundRequestListItem) {
  return (
    <ListCard
      name={<OrderLink of={request} />}
      status={<RefundRequestBadge status={request.status} isProposed={request.awaits_approval} />}
      text={`${request.user_name}, ${request.reason}`}
      action={<CallLink phone={request.user_phone} />}
      left={<RefundDue request={request} />}
      right={request.granted_amount === null ? refundAmountText(request) : formatWon(request.granted_amount)}
    />
  );
}
