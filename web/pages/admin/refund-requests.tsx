import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { RefundRequestListItem } from '#shared/features/payments/admin-refund-schemas.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { refundAmountText } from '#shared/rules/payments/refund-policy.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { LinkTabs } from '#web/features/admin-kit/link-tabs.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import { REFUND_REQUEST_LABELS, RefundRequestBadge } from '#web/features/payments/admin/refund-request-status.tsx';
import { refundRequestsQuery } from '#web/features/payments/admin/refund-requests-api.ts';
import { optional } from '#web/lib/optional.ts';

const route = getRouteApi('/queries/admin/admin/refund-requests');
const TABS = [undefined, 'granted', 'refused', 'withdrawn', 'all'] as const;
type Tab = (typeof TABS)[number];

/** The customers' refund requests; open ones first, the longest waiting on top. */
export function AdminRefundRequestsPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const query = useQuery({ ...refundRequestsQuery(search), placeholderData: keepPreviousData });
  return (
    <AdminPage title="환불 요청">
      <LinkTabs
        label="환불 요청 상태"
        to="/admin/refund-requests"
        tabs={TABS.map((status) => ({
          label: labelOf(status),
          search: optional('status', status),
          isCurrent: status === filters.status,
        }))}
      />
      <PagedList
        query={query}
        caption="환불 요청 목록"
        countOf={(total) => `조건에 맞는 환불 요청 ${total}건`}
        empty={{ title: '조건에 맞는 환불 요청이 없습니다', hint: '다른 상태를 골라보세요.' }}
        columns={COLUMNS}
        to="/admin/refund-requests"
        filters={filters}
        isFirst={cursor === undefined}
      />
    </AdminPage>
  );
}

function labelOf(tab: Tab): string {
  return tab === 'all' ? '전체' : REFUND_REQUEST_LABELS[tab ?? 'open'];
}

const COLUMNS: readonly [Column<RefundRequestListItem>, ...Column<RefundRequestListItem>[]] = [
  {
    header: '주문 번호',
    cell: ({ order_id, order_number }) => (
      <Link
        to="/admin/orders/$orderId"
        params={{ orderId: String(order_id) }}
        className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}
      >
        {order_number}
      </Link>
    ),
  },
  { header: '상태', cell: ({ status }) => <RefundRequestBadge status={status} /> },
  { header: '서비스', cell: ({ service_title }) => service_title },
  { header: '회원', cell: ({ user_name, user_id }) => `${user_name} (${user_id})` },
  { header: '고객의 사유', cell: ({ reason }) => <span className="line-clamp-2 break-words">{reason}</span> },
  { header: '정책 금액', cell: (request) => refundAmountText(request), isNumeric: true },
  {
    header: '승인 금액',
    cell: ({ granted_amount }) => (granted_amount === null ? '없음' : formatWon(granted_amount)),
    isNumeric: true,
  },
  { header: '요청 일시', cell: ({ created_at }) => formatDateTime(created_at), isNumeric: true },
];
