import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Dashboard } from '#shared/features/dashboard/schemas.ts';
import { ADMIN_LINK, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type AdminPath, mayOpen } from '#web/admin-kit/admin-pages.ts';
import { usePermissions } from '#web/features/accounts/admin/use-permissions.ts';
import type { OrderFilters } from '#web/features/orders/admin/order-search.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Task = Dashboard['tasks'][number]['task'];
type Place = {
  label: string;
  to: AdminPath;
  search?:
    | OrderFilters
    | { due: 'overdue' }
    | { list: 'webhooks' }
    | { state: 'failed' | 'waiting' }
    | { view: 'waiting' };
};

const inOrders = (label: string, search: OrderFilters): Place => ({ label, to: '/admin/orders', search });

/** Where each task is done. */
const PLACES: Record<Task, Place> = {
  overdueContacts: inOrders('연락 기한이 지난 주문', { contact: 'overdue', sort: 'contact_by', order: 'asc' }),
  unassignedOrders: inOrders('담당이 없는 주문', { work: 'open', assignee: 'none' }),
  waitingConversations: { label: '답변을 기다리는 상담', to: '/admin/chat', search: { view: 'waiting' } },
  untouchedOrders: inOrders('시작할 주문', { untouched: '1' }),
  refundRequests: { label: '환불 요청', to: '/admin/refund-requests' },
  errorOrders: inOrders('결제가 맞지 않는 주문', { status: 'error' }),
  unsettledPayments: inOrders('5분 넘게 확인되지 않은 결제', { waiting: 'unsettled' }),
  refundsRefused: inOrders('거절된 환불', { waiting: 'refused_refund' }),
  refundsRequested: inOrders('처리 중인 환불', { waiting: 'refund' }),
  awaitedDeposits: inOrders('입금을 기다리는 주문', { waiting: 'deposit' }),
  paymentDifferences: { label: '결제사와 다른 결제', to: '/admin/differences' },
  unknownWebhooks: { label: '주문과 연결되지 않은 결제 알림', to: '/admin/differences', search: { list: 'webhooks' } },
  failedMails: { label: '보내지 못한 메일', to: '/admin/mails', search: { state: 'failed' } },
};

/** Counted by the server only without a mail server, where they stay until there is one. */
const UNSENT_MAILS: Place = {
  label: '메일 서버가 없어 기다리는 메일',
  to: '/admin/mails',
  search: { state: 'waiting' },
};

/** No tasks of the server's list, because pages of an earlier release do not know them. */
const NEAR_DEADLINES = inOrders('기한이 임박한 사건', { waiting: 'near_deadline', sort: 'last_day', order: 'asc' });
const CASE_WORK = inOrders('우리 차례인 사건', { waiting: 'case_work' });

/** No task of the server's list, because pages of an earlier release do not know it. */
const REFUND_APPROVALS = inOrders('두 번째 확인을 기다리는 환불', { waiting: 'refund_approval' });
/** Counted among the refund requests as well. */
const OVERDUE_REFUND_REQUESTS: Place = {
  label: '처리 기한이 지난 환불 요청',
  to: '/admin/refund-requests',
  search: { due: 'overdue' },
};

/**
 * Of one height while loading and with a row of tasks: the statistics below load at the same time.
 * A wide window shows all tasks, in as many rows as they need.
 */
const FRAME = 'h-[148px] md:h-auto md:min-h-[136px]';

/** The tasks of accounting; the others are about cases. */
const MONEY: readonly Place[] = [
  OVERDUE_REFUND_REQUESTS,
  REFUND_APPROVALS,
  PLACES.refundRequests,
  PLACES.errorOrders,
  PLACES.unsettledPayments,
  PLACES.refundsRefused,
  PLACES.refundsRequested,
  PLACES.awaitedDeposits,
  PLACES.paymentDifferences,
  PLACES.unknownWebhooks,
];

type Props = {
  dashboard: Dashboard | undefined;
  /** Only the tasks of accounting. */
  isMoney?: boolean;
};

type Due = { place: Place; count: number };

/** The tasks that wait, the most urgent first. */
function dueTasks({ tasks, mail, waiting }: Dashboard): Due[] {
  const due = tasks.map(({ task, count }) => ({ place: PLACES[task], count }));
  if (!mail.is_on && mail.waiting > 0) due.push({ place: UNSENT_MAILS, count: mail.waiting });
  if (waiting.refundApprovals > 0) due.unshift({ place: REFUND_APPROVALS, count: waiting.refundApprovals });
  if (waiting.overdueRefundRequests > 0)
    due.unshift({ place: OVERDUE_REFUND_REQUESTS, count: waiting.overdueRefundRequests });
  if (waiting.caseWork > 0) due.unshift({ place: CASE_WORK, count: waiting.caseWork });
  if (waiting.nearDeadlines > 0) due.unshift({ place: NEAR_DEADLINES, count: waiting.nearDeadlines });
  return due;
}

/**
 * Shows what has to be done with its number; what has not is one line. Without a task there is no section: the day's
 * queue above says already that nothing is to do.
 */
export function WorkQueue({ dashboard, isMoney = false }: Props) {
  const permissions = usePermissions();
  const router = useRouter();
  const isMine = (place: Place) => mayOpen(router, permissions, place.to) && (!isMoney || MONEY.includes(place));
  const mine = dashboard && dueTasks(dashboard).filter(({ place }) => isMine(place));
  if (mine?.length === 0 && !isMoney) return null;
  const none = Object.values(PLACES).filter((place) => isMine(place) && !mine?.some((task) => task.place === place));
  return (
    <AdminSection title="처리할 일">
      {mine ? <Tasks mine={mine} none={none} /> : <Skeleton className={`${FRAME} w-full`} />}
    </AdminSection>
  );
}

function Tasks({ mine, none }: { mine: readonly Due[]; none: readonly Place[] }) {
  if (mine.length === 0) {
    return (
      <p className={`${FRAME} flex items-center justify-center rounded border border-line bg-surface font-semibold`}>
        지금 처리할 일이 없습니다.
      </p>
    );
  }
  return (
    <div className={FRAME}>
      <ul className="-mx-4 flex h-24 gap-3 overflow-x-auto px-4 [scrollbar-width:thin] md:mx-0 md:grid md:h-auto md:grid-cols-[repeat(auto-fit,minmax(176px,1fr))] md:overflow-visible md:px-0">
        {mine.map(({ place, count }) => (
          <li
            key={place.label}
            className={`flex min-h-24 w-[max(148px,41vw)] shrink-0 flex-col rounded border border-line border-l-4 bg-surface px-4 py-2 md:w-auto md:min-w-[168px] md:shrink ${place === NEAR_DEADLINES ? 'border-l-danger' : 'border-l-brass-600'}`}
          >
            <span
              className={`text-title tabular-nums ${place === NEAR_DEADLINES ? 'text-danger' : 'text-ink-900'}`}
            >{`${count.toLocaleString('ko-KR')}건`}</span>
            <PlaceLink place={place}>{place.label}</PlaceLink>
          </li>
        ))}
      </ul>
      {none.length > 0 && (
        <details className="relative">
          <summary className="min-h-11 py-2.5 text-ink-700 md:min-h-9 md:py-1.5">{`지금 없는 일 ${none.length}가지`}</summary>
          <p className="absolute z-10 rounded border border-line bg-surface px-4 py-3 text-ink-900 shadow-float">
            {none.map(({ label }) => label).join(', ')}
          </p>
        </details>
      )}
    </div>
  );
}

function PlaceLink({ place: { to, search = {} }, children }: { place: Place; children: ReactNode }) {
  return (
    <Link to={to} search={search} className={ADMIN_LINK}>
      {children}
    </Link>
  );
}
