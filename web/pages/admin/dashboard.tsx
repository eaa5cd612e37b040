import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayDo, SEE_ORDERS } from '#shared/features/accounts/permissions.ts';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import { formatSlotDay } from '#shared/format/callback-slot.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminPage, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type AdminPath, mayOpen } from '#web/admin-kit/admin-pages.ts';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { dashboardQuery } from '#web/features/dashboard/admin/api.ts';
import { WorkQueue } from '#web/features/dashboard/admin/work-queue.tsx';
import { DayQueue } from '#web/features/day/admin/day-queue.tsx';
import { RefusedPageNotice } from '#web/features/layout/refused-page-notice.tsx';
import { AdminStatusBadge } from '#web/features/orders/admin/order-status.tsx';
import { PushSwitch } from '#web/features/push/admin/push-switch.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { EmptyState, LoadError } from '#web/ui/list-page.tsx';

type RecentOrder = Dashboard['recentOrders'][number];

const route = getRouteApi('/queries/admin/admin');

/** The specification's dashboard: what waits stands first, totals and recent orders below it (contract §9). */
export function AdminDashboardPage() {
  const { data, error, refetch } = useQuery(dashboardQuery);
  const maySeeOrders = mayDo(usePermissions(), SEE_ORDERS);
  const auth = useAuth();
  const { whose = 'me' } = route.useSearch();
  return (
    <AdminPage title="오늘" action={<Person />}>
      <RefusedPageNotice />
      {auth.status === 'loggedIn' && <DayQueue key={whose} whose={whose} account={auth.user} />}
      {!data && error ? (
        <LoadError subject="대시보드" error={error} onRetry={() => void refetch()} />
      ) : (
        <Totals dashboard={data} />
      )}
      {data && maySeeOrders && <RecentOrders orders={data.recentOrders} />}
      <AdminSection title="이 기기의 알림">
        <PushSwitch />
      </AdminSection>
    </AdminPage>
  );
}

function Person() {
  const auth = useAuth();
  if (auth.status !== 'loggedIn') return null;
  const { fullname, user_id } = auth.user;
  return <p className="text-ink-700">{`${fullname || user_id}, ${formatSlotDay(serverNow().toISOString())}`}</p>;
}

/** While loading, the layout has its final height. */
function Totals({ dashboard }: { dashboard: Dashboard | undefined }) {
  return (
    <>
      <p role="status" className="sr-only">
        {!dashboard && '대시보드 불러오는 중'}
      </p>
      <WorkQueue dashboard={dashboard} />
      <dl className="grid grid-cols-2 gap-x-8 border-line border-t pt-3 sm:flex sm:flex-wrap">
        <Total label="전체 회원" count={dashboard?.totalUsers}>
          <PageLink to="/admin/users">회원 보기</PageLink>
        </Total>
        <Total label="전체 서비스" count={dashboard?.totalServices}>
          <PageLink to="/admin/services">서비스 보기</PageLink>
        </Total>
        <Total label="전체 주문" count={dashboard?.totalOrders}>
          <PageLink to="/admin/orders">주문 보기</PageLink>
        </Total>
        <Total label="대기 주문" count={dashboard?.pendingOrders}>
          <PageLink to="/admin/orders" search={{ status: 'pending' }}>
            대기 주문 보기
          </PageLink>
        </Total>
      </dl>
    </>
  );
}

function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold text-ink-900 md:min-h-9 md:py-1.5">{`최근 주문 ${orders.length}건`}</summary>
      <div className="pt-2">
        {orders.length === 0 ? (
          <EmptyState title="아직 주문이 없습니다">고객이 서비스를 신청하면 여기에 표시됩니다.</EmptyState>
        ) : (
          <DataTable caption="최근 주문" columns={COLUMNS} rows={orders} keyOf={({ id }) => id} />
        )}
      </div>
    </details>
  );
}

type PageLinkProps = { to: AdminPath; search?: { status: 'pending' }; children: string };

/** A link to a page of the administration; nothing where its permission is missing, which would lead back here. */
function PageLink({ to, search, children }: PageLinkProps) {
  const router = useRouter();
  if (!mayOpen(router, usePermissions(), to)) return null;
  return (
    <Link to={to} {...(search && { search })} className={ADMIN_LINK}>
      {children}
    </Link>
  );
}

function Total({ label, count, children }: { label: string; count: number | undefined; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-ink-700">{label}</dt>
      <dd className="flex items-center gap-x-2">
        <strong className="min-w-4 text-ink-900 tabular-nums">{count?.toLocaleString('ko-KR') ?? '–'}</strong>
        {children}
      </dd>
    </div>
  );
}

function OrderLink({ order: { id, order_number } }: { order: RecentOrder }) {
  const mayOpenOrders = mayDo(usePermissions(), 'orders');
  if (!mayOpenOrders) return <span className="tabular-nums">{order_number}</span>;
  return (
    <Link to="/admin/orders/$orderId" params={{ orderId: String(id) }} className={`${ADMIN_LINK} tabular-nums`}>
      {order_number}
    </Link>
  );
}

const COLUMNS: readonly [Column<RecentOrder>, ...Column<RecentOrder>[]] = [
  {
    header: '주문 번호',
    cell: (order) => <OrderLink order={order} />,
  },
  { header: '서비스', cell: ({ service_title }) => service_title },
  { header: '회원', cell: ({ user_name }) => user_name },
  { header: '금액', cell: ({ price }) => formatWon(price), isNumeric: true },
  { header: '상태', cell: ({ status }) => <AdminStatusBadge status={status} /> },
  { header: '주문 일시', cell: ({ created_at }) => formatDateTime(created_at), isNumeric: true },
];
