import { Link } from '@tanstack/react-router';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import { ADMIN_LINK } from '#web/features/admin-kit/admin-page.tsx';
import type { OrderSearch } from '#web/features/orders/admin/order-search.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Waiting = Dashboard['waiting'];
type Task = { key: keyof Waiting; label: string; search: OrderSearch };

/** Each entry links to its orders. */
const TASKS: readonly Task[] = [
  { key: 'untouchedOrders', label: '시작할 주문', search: { untouched: '1' } },
  { key: 'errorOrders', label: '결제가 맞지 않는 주문', search: { status: 'error' } },
  { key: 'unsettledPayments', label: '5분 넘게 확인되지 않은 결제', search: { waiting: 'unsettled' } },
  { key: 'awaitedDeposits', label: '입금을 기다리는 주문', search: { waiting: 'deposit' } },
  { key: 'refundsRequested', label: '처리 중인 환불', search: { waiting: 'refund' } },
  { key: 'refundsRefused', label: '거절된 환불', search: { waiting: 'refused_refund' } },
];

const LINE = 'flex min-h-11 items-center justify-between gap-3 md:min-h-10';

/** The admins' pending tasks; the height is fixed while they load. */
export function WorkQueue({ waiting }: { waiting: Waiting | undefined }) {
  return (
    <ul className="grid gap-x-6 rounded border border-line bg-surface px-4 py-2 sm:grid-cols-2 xl:grid-cols-3">
      {TASKS.map(({ key, label, search }) => (
        <li key={key} className={LINE}>
          <Link to="/admin/orders" search={search} className={ADMIN_LINK}>
            {label}
          </Link>
          <Count count={waiting?.[key]} />
        </li>
      ))}
      <li className={LINE}>
        <Link to="/admin/refund-requests" className={ADMIN_LINK}>
          환불 요청
        </Link>
        <Count count={waiting?.refundRequests} />
      </li>
      <li className={LINE}>
        <Link to="/admin/differences" className={ADMIN_LINK}>
          결제사와 다른 결제
        </Link>
        <Count count={waiting?.paymentDifferences} />
      </li>
      <li className={LINE}>
        <Link to="/admin/differences" search={{ list: 'webhooks' }} className={ADMIN_LINK}>
          주문과 연결되지 않은 결제 알림
        </Link>
        <Count count={waiting?.unknownWebhooks} />
      </li>
      <li className={LINE}>
        <Link to="/admin/mails" search={{ state: 'failed' }} className={ADMIN_LINK}>
          보내지 못한 메일
        </Link>
        <Count count={waiting?.failedMails} />
      </li>
    </ul>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton className="h-5 w-10" />;
  return (
    <span className={`tabular-nums ${count > 0 ? 'font-semibold text-ink-900' : 'text-ink-500'}`}>
      {`${count.toLocaleString('ko-KR')}건`}
    </span>
  );
}
