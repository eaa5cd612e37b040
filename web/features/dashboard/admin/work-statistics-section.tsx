import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RefundReason, WorkStatistics } from '#shared/features/dashboard/schemas.ts';
import { formatMinutes } from '#shared/format/minutes.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { StatisticsPeriod } from '#shared/rules/statistics-period.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import { type Columns, DataTable } from '#web/admin-kit/data-table.tsx';
import { EmptyState, LoadError } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { workStatisticsQuery } from './api.ts';
import { formatCount } from './measures.ts';

const TITLE = '연락과 환불';

/** The basis of the refund policy for what customers asked for, or whose act it was. */
const REASONS: Record<RefundReason, string> = {
  before_enlistment: '입대 전 취소',
  within_period: '기간 안의 취소',
  period_over: '기간이 지난 뒤의 취소',
  before_work: '업무 시작 전 취소',
  work_started: '업무 시작 뒤의 취소',
  staff: '관리자가 환불',
  outside: '다른 방법으로 환급',
  system: '자동 환불',
};

/** How fast buyers are called and why money goes back, in a period and the previous one. */
export function WorkStatisticsSection({ period }: { period: StatisticsPeriod }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...workStatisticsQuery(period),
    placeholderData: keepPreviousData,
  });
  const isFailed = error !== null && (!data || isPlaceholderData);
  return (
    <AdminSection title={TITLE}>
      {isFailed ? (
        <LoadError subject={TITLE} error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy={!data || isPlaceholderData} className={`grid gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <p role="status" className="sr-only">
            {!data && `${TITLE} 불러오는 중`}
          </p>
          <ContactTotals statistics={data} />
          {data ? <Refunds refunds={data.refunds} /> : <Skeleton className="h-24 w-full" />}
        </div>
      )}
    </AdminSection>
  );
}

function ContactTotals({ statistics }: { statistics: WorkStatistics | undefined }) {
  const contact = statistics?.contact;
  const answers = statistics?.first_response;
  return (
    <dl className="grid gap-3 lg:grid-cols-3">
      <Total
        label="첫 연락까지 평균 시간"
        now={contact && minutesText(contact.now.average_minutes, '연락한 주문 없음')}
        before={contact && beforeText(contact.before.average_minutes, formatMinutes, '연락한 주문')}
      />
      <Total
        label="기한 안에 연락한 비율"
        now={contact && shareText(contact.now.in_time_share)}
        before={
          contact && (
            <>
              {`기한 안 ${formatCount(contact.now.in_time)}, 기한 지남 ${formatCount(contact.now.late)}. `}
              {beforeText(contact.before.in_time_share, formatShare, '연락 기한이 있던 주문')}
            </>
          )
        }
      />
      <Total
        label="상담 첫 답변까지 평균 시간"
        now={answers && minutesText(answers.now.average_minutes, '답변한 상담 없음')}
        before={answers && beforeText(answers.before.average_minutes, formatMinutes, '답변한 상담')}
      />
    </dl>
  );
}

function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function shareText(share: number | null): string {
  return share === null ? '연락할 주문 없음' : formatShare(share);
}

function minutesText(minutes: number | null, none: string): string {
  return minutes === null ? none : formatMinutes(minutes);
}

function beforeText(before: number | null, format: (value: number) => string, what: string): string {
  return before === null ? `이전 기간에는 ${what}이 없었습니다.` : `이전 기간 ${format(before)}`;
}

type TotalProps = { label: string; now: string | undefined; before: ReactNode };

function Total({ label, now, before }: TotalProps) {
  return (
    <div className="rounded border border-line bg-surface px-4 py-3">
      <dt className="text-ink-700">{label}</dt>
      <dd className="min-h-[58px] lg:min-h-[80px] xl:min-h-[58px]">
        {now === undefined ? (
          <Skeleton className="h-[36px] w-2/3" />
        ) : (
          <>
            <span className="block text-title text-ink-900 tabular-nums">{now}</span>
            <span className="block">{before}</span>
          </>
        )}
      </dd>
    </div>
  );
}

type Refund = WorkStatistics['refunds'][number];

function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return <EmptyState title="두 기간 모두 환불이 없습니다" />;
  return <DataTable caption="사유별 환불" columns={REFUND_COLUMNS} rows={refunds} keyOf={({ reason }) => reason} />;
}

const REFUND_COLUMNS: Columns<Refund> = [
  { header: '환불 사유', cell: ({ reason }) => REASONS[reason] },
  { header: '환불', cell: ({ now }) => formatCount(now.refunds), isNumeric: true },
  { header: '금액', cell: ({ now }) => formatWon(now.won), isNumeric: true },
  { header: '이전 환불', cell: ({ before }) => formatCount(before.refunds), isNumeric: true },
  { header: '이전 금액', cell: ({ before }) => formatWon(before.won), isNumeric: true },
];
