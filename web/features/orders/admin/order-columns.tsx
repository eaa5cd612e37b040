import { Link } from '@tanstack/react-router';
import type { AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import type { OrderResult } from '#shared/features/orders/work-schemas.ts';
import { formatAge } from '#shared/format/age.ts';
import { formatDateTime, formatDay, formatMonthDay } from '#shared/format/dates.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { formatWon } from '#shared/rules/price.ts';
import { isNearOn } from '#shared/rules/work/legal-deadlines.ts';
import { ADMIN_LINK } from '#web/admin-kit/admin-page.tsx';
import type { Columns } from '#web/admin-kit/data-table.tsx';
import { CallLink, ListCard } from '#web/admin-kit/lists/list-card.tsx';
import { PhoneLink } from '#web/admin-kit/phone-link.tsx';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { CallButton } from './call-button.tsx';
import type { CalledOrder } from './call-dialog.tsx';
import { rememberDialled } from './dialled-order.ts';
import { AdminStatusBadge, WorkBadge } from './order-status.tsx';
import { ContactDeadline } from './work/contact-deadline.tsx';

/** Results of the last act on several orders, by order. */
export type RowResults = ReadonlyMap<number, OrderResult>;

export function orderColumns(results: RowResults, done: string): Columns<AdminOrderListItem> {
  return [
    { header: '주문 번호', cell: (order) => <OrderLink order={order} /> },
    { header: '상태', cell: (order) => <OrderStatusCell order={order} />, sort: { key: 'status', first: 'asc' } },
    { header: '서비스', cell: (order) => <ServiceCell order={order} />, isExtra: true },
    {
      header: '회원',
      cell: ({ user_name, user_id }) => (
        <span title={user_name && `${user_name} (${user_id})`} className="block max-w-20 truncate">
          {user_name || user_id}
        </span>
      ),
    },
    { header: '다음 단계', cell: ({ next_step: step }) => <NextStep step={step} />, isExtra: true },
    {
      header: '기한',
      cell: ({ last_day }) => last_day && <Day day={last_day} />,
      sort: { key: 'last_day', first: 'asc' },
    },
    { header: '전화번호', cell: (order) => <PhoneCell order={order} /> },
    { header: '담당', cell: (order) => <Assignee order={order} result={results.get(order.id)} done={done} /> },
    {
      header: '연락',
      cell: (order) => <Contact order={order} />,
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
      cell: ({ created_at }) => <Age at={created_at} />,
      isNumeric: true,
      isExtra: true,
      sort: { key: 'created_at', first: 'desc' },
    },
  ];
}

type Props = { order: AdminOrderListItem };

const calledOf = ({ id, user_name, user_id, user_phone }: AdminOrderListItem): CalledOrder => ({
  id,
  name: user_name || user_id,
  phone: user_phone,
});

/**
 * An order on a phone, in three lines: its state, who to call about what, who does it until when.
 */
export function orderCard(results: RowResults, done: string) {
  return (order: AdminOrderListItem) => (
    <ListCard
      name={<OrderLink order={order} />}
      status={<OrderStatusCell order={order} />}
      text={`${order.user_name}, ${order.service_title} (${order.selected_plan})`}
      action={<CallLink phone={order.user_phone} onDial={() => rememberDialled(calledOf(order))} />}
      left={
        <>
          <CardDay order={order} />
          {order.status === 'confirmed' && <Assignee order={order} result={results.get(order.id)} done={done} />}
        </>
      }
      right={formatWon(order.price)}
    />
  );
}

/** The promise of the first call, then the deadline of the case. */
function CardDay({ order }: Props) {
  const { work, last_day: day, created_at } = order;
  if (work.contact_by && work.contacted_at === null) return <ContactDeadline work={work} />;
  if (!day) return <Age at={created_at} />;
  return (
    <span>
      기한 <Day day={day} />
    </span>
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

/** Of a paid order the state of the work; an open refund request and what waits for the firm stand beside it. */
function OrderStatusCell({ order: { status, work, has_refund_request, firm_tasks } }: Props) {
  if (status !== 'confirmed') return <AdminStatusBadge status={status} />;
  return (
    <span className="inline-flex items-center gap-x-2">
      <WorkBadge state={work.state} />
      {has_refund_request && <span className="whitespace-nowrap font-semibold text-danger">환불 요청</span>}
      {firm_tasks && (
        <span className="whitespace-nowrap font-semibold text-olive-700">{`우리 차례 ${firm_tasks}`}</span>
      )}
    </span>
  );
}

/** The number, and the outcome of the call that the buyer still waits for. */
function PhoneCell({ order }: Props) {
  const { user_phone: phone, status, work } = order;
  const called = calledOf(order);
  const isAhead = status === 'confirmed' && work.state === 'waiting' && work.contacted_at === null;
  return (
    <span className="inline-flex items-center gap-x-2">
      <PhoneLink phone={phone} onDial={() => rememberDialled(called)} />
      {isAhead && <CallButton isInRow kind="secondary" order={called} />}
    </span>
  );
}

type AssigneeProps = Props & { result: OrderResult | undefined; done: string };

/** Beside it stands the result of the last act on several orders. */
function Assignee({ order: { assignee, status }, result, done }: AssigneeProps) {
  const name = assignee?.name ?? (status === 'confirmed' ? '미배정' : '없음');
  return (
    <>
      <span className="whitespace-nowrap">{name}</span>
      {result && (
        <span className={`block font-semibold text-caption ${result.is_done ? 'text-success' : 'text-danger'}`}>
          {result.is_done ? done : result.error}
        </span>
      )}
    </>
  );
}

function Age({ at }: { at: string }) {
  return (
    <span title={formatDateTime(at)} className="whitespace-nowrap tabular-nums">
      {formatAge(at, serverNow())}
    </span>
  );
}

function ServiceCell({ order: { service_title, selected_plan } }: Props) {
  return (
    <span title={`${service_title} (${selected_plan})`} className="block max-w-28 truncate">
      {service_title}
    </span>
  );
}

/** The first last day of a case: red from a week before. */
function Day({ day }: { day: string }) {
  const today = koreanDay(serverNow());
  return (
    <time
      dateTime={day}
      className={`whitespace-nowrap tabular-nums ${isNearOn(today, day) ? 'font-semibold text-danger' : ''}`}
    >
      {`${formatMonthDay(`${day}T00:00:00+09:00`)}${day < today ? ' 지남' : ''}`}
    </time>
  );
}

function NextStep({ step }: { step: AdminOrderListItem['next_step'] }) {
  if (!step) return null;
  const { title, due_on: dueOn } = step;
  const isLate = dueOn !== null && dueOn < koreanDay(serverNow());
  return (
    <span
      title={dueOn ? `${title} (${formatDay(dueOn)}까지)` : title}
      className={`block max-w-24 truncate ${isLate ? 'font-semibold text-danger' : ''}`}
    >
      {title}
    </span>
  );
}

/** Until when the first call is promised; from then on, when the customer was last reached. */
function Contact({ order: { work, last_contact_at: at } }: Props) {
  if (work.contacted_at === null || at === undefined) return <ContactDeadline work={work} />;
  return (
    <span className="whitespace-nowrap">
      <Age at={at} /> 연락
    </span>
  );
}
