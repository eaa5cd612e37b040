import { Link } from '@tanstack/react-router';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { AssignedOrderAnswer } from '#shared/features/orders/work-schemas.ts';
import { formatAge } from '#shared/format/age.ts';
import { formatDateTime } from '#shared/format/dates.ts';
import { formatWon } from '#shared/rules/price.ts';
import { workStateLabel } from '#shared/rules/work/work-state.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { CallLink, ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { ContactDeadline } from './contact-deadline.tsx';
import { AdminStatusBadge } from './order-status.tsx';

/** Results of the last action on several orders, by order. */
export type RowResults = ReadonlyMap<number, AssignedOrderAnswer>;

export function orderColumns(results: RowResults): Columns<AdminOrderListItem> {
  return [
    { header: '주문 번호', cell: (order) => <OrderLink order={order} /> },
    { header: '상태', cell: (order) => <OrderStatusCell order={order} />, sort: { key: 'status', first: 'asc' } },
    { header: '서비스', cell: ({ service_title, selected_plan }) => `${service_title} (${selected_plan})` },
    {
      header: '회원',
      cell: ({ user_name, user_id }) => (
        <span title={user_name && `${user_name} (${user_id})`} className="block max-w-28 truncate">
          {user_name || user_id}
        </span>
      ),
    },
    { header: '전화번호', cell: ({ user_phone }) => <PhoneLink phone={user_phone} /> },
    { header: '담당', cell: (order) => <Assignee order={order} result={results.get(order.id)} /> },
    {
      header: '연락 기한',
      cell: ({ work }) => <ContactDeadline work={work} />,
      sort: { key: 'contact_by', first: 'asc' },
    },
    {
      header: '금액',
      cell: ({ price }) => formatWon(price),
      isNumeric: true,
      sort: { key: 'price', first: 'desc' },
    },
    {
      header: '주문 일시',
      cell: (order) => <Age order={order} />,
      isNumeric: true,
      sort: { key: 'created_at', first: 'desc' },
    },
  ];
}

type Props = { order: AdminOrderListItem };

/**
 * An order on a phone, in three lines: its state, who to call about what, who does it until when.
 */
export function orderCard(results: RowResults) {
  return (order: AdminOrderListItem) => (
    <ListCard
      name={<OrderLink order={order} />}
      status={<OrderStatusCell order={order} />}
      text={`${order.user_name}, ${order.service_title} (${order.selected_plan})`}
      action={<CallLink phone={order.user_phone} />}
      left={
        <>
          {order.work.contact_by ? <ContactDeadline work={order.work} /> : <Age order={order} />}
          {order.status === 'confirmed' && <Assignee order={order} result={results.get(order.id)} />}
        </>
      }
      right={formatWon(order.price)}
    />
  );
}

function OrderLink({ order: { id, order_number } }: Props) {
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

/** A paid order also says how far the work is; an open refund request comes before it. */
function OrderStatusCell({ order: { status, work, has_refund_request } }: Props) {
  const more = has_refund_request ? '환불 요청' : workStateLabel(work.state);
  return (
    <span className="inline-flex items-center gap-x-2">
      <AdminStatusBadge status={status} />
      {status === 'confirmed' && (
        <span className={`whitespace-nowrap ${has_refund_request ? 'font-semibold text-danger' : 'text-ink-700'}`}>
          {more}
        </span>
      )}
    </span>
  );
}

function Assignee({ order: { assignee, status }, result }: Props & { result: AssignedOrderAnswer | undefined }) {
  const name = assignee?.name ?? (status === 'confirmed' ? '미배정' : '없음');
  return (
    <>
      <span className="whitespace-nowrap">{name}</span>
      {result && (
        <span className={`block font-semibold text-caption ${result.is_done ? 'text-success' : 'text-danger'}`}>
          {result.is_done ? '지정했습니다' : result.error}
        </span>
      )}
    </>
  );
}

function Age({ order: { created_at } }: Props) {
  return (
    <span title={formatDateTime(created_at)} className="whitespace-nowrap tabular-nums">
      {formatAge(created_at, serverNow())}
    </span>
  );
}
