import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { formatAge } from '#shared/format/age.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminPage } from '#web/features/admin-kit/admin-page.tsx';
import type { Column } from '#web/features/admin-kit/data-table.tsx';
import { DownloadLink } from '#web/features/admin-kit/download-link.tsx';
import { PagedList } from '#web/features/admin-kit/paged-list.tsx';
import { adminOrdersQuery, orderFileUrl } from '#web/features/orders/admin/api.ts';
import { OrderFilter } from '#web/features/orders/admin/order-filter.tsx';
import { StaffStatusBadge } from '#web/features/orders/admin/order-status.tsx';

const route = getRouteApi('/queries/admin/admin/orders');

export function AdminOrdersPage() {
  const search = route.useSearch();
  const { cursor, ...filters } = search;
  const query = useQuery({ ...adminOrdersQuery(search), placeholderData: keepPreviousData });
  return (
    <AdminPage
      title="주문 관리"
      action={
        <DownloadLink href={orderFileUrl(filters)} className={ADMIN_LINK}>
          CSV 내려받기
        </DownloadLink>
      }
    >
      <OrderFilter filters={filters} />
      <PagedList
        query={query}
        caption="주문 목록"
        countOf={(total) => `조건에 맞는 주문 ${total}건`}
        empty={{ title: '조건에 맞는 주문이 없습니다', hint: '조건을 바꾸거나 지워보세요.' }}
        columns={COLUMNS}
        card={OrderCard}
        to="/admin/orders"
        filters={filters}
        isFirst={cursor === undefined}
      />
    </AdminPage>
  );
}

const COLUMNS: readonly [Column<AdminOrderListItem>, ...Column<AdminOrderListItem>[]] = [
  {
    header: '주문 번호',
    cell: (order) => <OrderLink order={order} />,
  },
  { header: '상태', cell: ({ status }) => <StaffStatusBadge status={status} /> },
  { header: '서비스', cell: ({ service_title, selected_plan }) => `${service_title} (${selected_plan})` },
  { header: '회원', cell: ({ user_name, user_id }) => `${user_name} (${user_id})` },
  { header: '군인', cell: ({ soldier_name }) => soldier_name ?? '없음' },
  { header: '금액', cell: ({ price }) => formatWon(price), isNumeric: true },
  { header: '결제 금액', cell: ({ paid_price }) => formatWon(paid_price), isNumeric: true },
  {
    header: '주문 일시',
    cell: ({ created_at }) => <span title={formatDateTime(created_at)}>{formatAge(created_at, new Date())}</span>,
    isNumeric: true,
  },
];

/** An order on a phone, in three lines. */
function OrderCard(order: AdminOrderListItem) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span data-row-name>
          <OrderLink order={order} />
        </span>
        <StaffStatusBadge status={order.status} />
      </div>
      <p className="truncate text-ink-900">{`${order.user_name}, ${order.service_title} (${order.selected_plan})`}</p>
      <p className="flex justify-between gap-3 text-ink-700 tabular-nums">
        {formatWon(order.price)}
        <span title={formatDateTime(order.created_at)}>{formatAge(order.created_at, new Date())}</span>
      </p>
    </>
  );
}

function OrderLink({ order: { id, order_number } }: { order: AdminOrderListItem }) {
  return (
    <Link
      to="/admin/orders/$orderId"
      params={{ orderId: String(id) }}
      className={`${ADMIN_LINK} whitespace-nowrap tabular-nums`}
    >
      {order_number}
    </Link>
  );
}
