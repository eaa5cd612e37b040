import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { AdminUser } from '#shared/features/accounts/admin-schemas.ts';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { ADMIN_LINK, AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { type Column, DataTable } from '#web/admin-kit/data-table.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { adminUserQuery } from '#web/features/accounts/admin/api.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import { useAuth } from '#web/features/accounts/auth.ts';
import { AdminStatusBadge } from '#web/features/orders/admin/order-status.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DetailRow, Details, EmailText } from '#web/ui/details.tsx';
import { EmptyState, Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AdminProfileSection } from './admin-profile-section.tsx';
import { ConversationSection } from './conversation-section.tsx';
import { ActivitySection, PermissionsSection } from './permissions-section.tsx';
import { RoleSection } from './role-section.tsx';
import { SoldiersSection } from './soldiers-section.tsx';

type UserOrder = AdminUser['orders'][number];

/** In place of what an administrator may not see, which is not the same as none. */
const ONLY_WITH_ORDERS = '주문 권한이 있는 담당자만 볼 수 있습니다';

const route = getRouteApi('/queries/admin/admin/users/$userId');

export function AdminUserPage() {
  const { userId } = route.useParams();
  const { data, error, refetch } = useQuery(adminUserQuery(userId));
  return (
    <AdminPage
      title={data ? `회원 ${data.user_id}` : '회원 상세'}
      action={
        <Link to="/admin/users" className={ADMIN_LINK}>
          회원 목록
        </Link>
      }
    >
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="회원"
        loading={<Skeleton className="h-[480px] w-full" />}
      >
        {(user) => <UserView user={user} />}
      </Loaded>
    </AdminPage>
  );
}

function UserView({ user }: { user: AdminUser }) {
  const maySeeOrders = mayDo(usePermissions(), 'orders');
  return (
    <>
      <AdminSection title="회원 정보">
        <Panel>
          <Details>
            <DetailRow label="이름">{user.fullname || '없음'}</DetailRow>
            <DetailRow label="구분">{user.role === 'admin' ? '관리자' : '회원'}</DetailRow>
            <DetailRow label="전화번호">
              <PhoneLink phone={user.phone} />
              {user.phone && (
                <span className="ml-2">
                  <Badge kind={user.phone_verified ? 'success' : 'quiet'}>
                    {user.phone_verified ? '휴대폰 인증됨' : '휴대폰 인증 안 됨'}
                  </Badge>
                </span>
              )}
            </DetailRow>
            <DetailRow label="이메일">{user.email ? <EmailText email={user.email} /> : '없음'}</DetailRow>
            <DetailRow label="군 복무 상태">{user.military_status ?? '없음'}</DetailRow>
            <DetailRow label="가입 일시">{formatDateTime(user.created_at)}</DetailRow>
            <DetailRow label="최근 로그인">
              {user.last_login_at ? formatDateTime(user.last_login_at) : '없음'}
            </DetailRow>
            {user.closed_at && <DetailRow label="탈퇴 일시">{formatDateTime(user.closed_at)}</DetailRow>}
          </Details>
        </Panel>
      </AdminSection>
      {!user.closed_at && <AdminSections key={user.id} user={user} />}
      <ConversationSection key={`conversation-${user.id}`} user={user} />
      <SoldiersSection user={user} absence={maySeeOrders ? '등록한 군인이 없습니다' : ONLY_WITH_ORDERS} />
      <AdminSection
        title="주문"
        action={
          maySeeOrders && (
            <Link to="/admin/orders" search={{ q: user.user_id }} className={ADMIN_LINK}>
              주문 관리에서 보기
            </Link>
          )
        }
      >
        {user.orders.length === 0 ? (
          <EmptyState title={maySeeOrders ? '주문이 없습니다' : ONLY_WITH_ORDERS} />
        ) : (
          <DataTable caption="주문" columns={ORDER_COLUMNS} rows={user.orders} keyOf={({ id }) => id} />
        )}
      </AdminSection>
    </>
  );
}

/**
 * For those who may change them: role, permissions and activity, never one's own (contract §6), and
 * the public name.
 */
function AdminSections({ user }: { user: AdminUser }) {
  const auth = useAuth();
  if (auth.status !== 'loggedIn' || !mayDo(auth.user.permissions, 'people')) return null;
  if (auth.user.id === user.id) {
    return (
      <>
        <AdminSection title="권한">
          <Panel>
            <p className="text-ink-900">자신의 권한과 사용 여부는 다른 관리자가 바꿀 수 있습니다.</p>
          </Panel>
        </AdminSection>
        <AdminProfileSection userId={user.id} />
      </>
    );
  }
  return (
    <>
      <RoleSection user={user} />
      {user.role === 'admin' && <PermissionsSection user={user} />}
      {user.role === 'admin' && <AdminProfileSection userId={user.id} />}
      <ActivitySection user={user} />
    </>
  );
}

const ORDER_COLUMNS: readonly [Column<UserOrder>, ...Column<UserOrder>[]] = [
  {
    header: '주문 번호',
    cell: ({ id, order_number }) => (
      <Link to="/admin/orders/$orderId" params={{ orderId: String(id) }} className={`${ADMIN_LINK} tabular-nums`}>
        {order_number}
      </Link>
    ),
  },
  { header: '상태', cell: ({ status }) => <AdminStatusBadge status={status} /> },
  { header: '서비스', cell: ({ service_title, selected_plan }) => `${service_title} (${selected_plan})` },
  { header: '금액', cell: ({ price }) => formatWon(price), isNumeric: true },
  { header: '결제 금액', cell: ({ paid_price }) => formatWon(paid_price), isNumeric: true },
  { header: '주문 일시', cell: ({ created_at }) => formatDateTime(created_at), isNumeric: true },
];
