import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import { ADMIN_LINK } from '#web/features/admin-kit/admin-page.tsx';
import type { OrderSearch } from '#web/features/orders/admin/order-search.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Waiting = Dashboard['waiting'];
type Task = { key: keyof Waiting; label: string; linkOf: (label: string) => ReactNode };

const toOrders = (search: OrderSearch) => (label: string) => (
  <Link to="/admin/orders" search={search} className={ADMIN_LINK}>
    {label}
  </Link>
);

/** What is urgent for customers comes first. */
const TASKS: readonly Task[] = [
  { key: 'untouchedOrders', label: '시작할 주문', linkOf: toOrders({ untouched: '1' }) },
  {
    key: 'refundRequests',
    label: '환불 요청',
    linkOf: (label) => (
      <Link to="/admin/refund-requests" className={ADMIN_LINK}>
        {label}
      </Link>
    ),
  },
  { key: 'errorOrders', label: '결제가 맞지 않는 주문', linkOf: toOrders({ status: 'error' }) },
  { key: 'unsettledPayments', label: '5분 넘게 확인되지 않은 결제', linkOf: toOrders({ waiting: 'unsettled' }) },
  { key: 'refundsRefused', label: '거절된 환불', linkOf: toOrders({ waiting: 'refused_refund' }) },
  { key: 'refundsRequested', label: '처리 중인 환불', linkOf: toOrders({ waiting: 'refund' }) },
  { key: 'awaitedDeposits', label: '입금을 기다리는 주문', linkOf: toOrders({ waiting: 'deposit' }) },
  {
    key: 'paymentDifferences',
    label: '결제사와 다른 결제',
    linkOf: (label) => (
      <Link to="/admin/differences" className={ADMIN_LINK}>
        {label}
      </Link>
    ),
  },
  {
    key: 'unknownWebhooks',
    label: '주문과 연결되지 않은 결제 알림',
    linkOf: (label) => (
      <Link to="/admin/differences" search={{ list: 'webhooks' }} className={ADMIN_LINK}>
        {label}
      </Link>
    ),
  },
  {
    key: 'failedMails',
    label: '보내지 못한 메일',
    linkOf: (label) => (
      <Link to="/admin/mails" search={{ state: 'failed' }} className={ADMIN_LINK}>
        {label}
      </Link>
    ),
  },
];

/** Of one height while loading and with any number of tasks: the statistics below load at the same time. */
const FRAME = 'h-[148px] md:h-[136px]';

/** The admins' pending tasks: those that wait in one row with their number, the others folded. */
export function WorkQueue({ waiting }: { waiting: Waiting | undefined }) {
  if (!waiting) return <Skeleton className={`${FRAME} w-full`} />;
  const due = TASKS.filter(({ key }) => waiting[key] > 0);
  const done = TASKS.filter(({ key }) => waiting[key] === 0);
  if (due.length === 0) {
    return (
      <p className={`${FRAME} flex items-center justify-center rounded border border-line bg-surface font-semibold`}>
        지금 처리할 일이 없습니다.
      </p>
    );
  }
  return (
    <div className={FRAME}>
      <ul className="-mx-4 flex h-24 gap-3 overflow-x-auto px-4 [scrollbar-width:thin] md:mx-0 md:px-0">
        {due.map(({ key, label, linkOf }) => (
          <li
            key={key}
            className="flex min-w-[168px] shrink-0 flex-col rounded border border-line border-l-4 border-l-brass-600 bg-surface px-4 py-2 xl:grow"
          >
            <span className="text-title text-ink-900 tabular-nums">{`${waiting[key].toLocaleString('ko-KR')}건`}</span>
            {linkOf(label)}
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <details className="relative">
          <summary className="min-h-11 py-2.5 text-ink-700 md:min-h-9 md:py-1.5">{`지금 없는 일 ${done.length}가지`}</summary>
          <p className="absolute z-10 rounded border border-line bg-surface px-4 py-3 text-ink-900 shadow-float">
            {done.map(({ label }) => label).join(', ')}
          </p>
        </details>
      )}
    </div>
  );
}
