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

/** The admins' pending tasks: those that wait with their number, the others in one line. */
export function WorkQueue({ waiting }: { waiting: Waiting | undefined }) {
  if (!waiting) return <Skeleton className="h-[104px] w-full" />;
  const due = TASKS.filter(({ key }) => waiting[key] > 0);
  const done = TASKS.filter(({ key }) => waiting[key] === 0);
  return (
    <div className="grid min-h-[104px] content-start gap-3">
      {due.length === 0 && (
        <p className="rounded border border-line bg-surface px-4 py-3 font-semibold text-ink-900">
          지금 처리할 일이 없습니다.
        </p>
      )}
      {due.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {due.map(({ key, label, linkOf }) => (
            <li
              key={key}
              className="flex flex-col rounded border border-line border-l-4 border-l-brass-600 bg-surface px-4 py-2"
            >
              <span className="text-title text-ink-900 tabular-nums">
                {`${waiting[key].toLocaleString('ko-KR')}건`}
              </span>
              {linkOf(label)}
            </li>
          ))}
        </ul>
      )}
      {due.length > 0 && done.length > 0 && (
        <p className="text-ink-700">{`지금 없음: ${done.map(({ label }) => label).join(', ')}`}</p>
      )}
    </div>
  );
}
