import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ADMIN_LINK, AdminPage, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { dashboardQuery } from '#web/features/dashboard/admin/api.ts';
import { WorkQueue } from '#web/features/dashboard/admin/work-queue.tsx';
import { reportQuery } from '#web/features/reports/admin/api.ts';
import { monthLabel, readMonth } from '#web/features/reports/admin/month-switch.tsx';
import { ReportTotals } from '#web/features/reports/admin/report-view.tsx';
import { LoadError, Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The beginning of accounting: the month so far, and all that waits for a decision. */
export function AdminMoneyPage() {
  const month = readMonth(undefined);
  const report = useQuery(reportQuery(month));
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery);
  return (
    <AdminPage title="돈">
      <AdminSection
        title={monthLabel(month)}
        action={
          <Link to="/admin/reports" className={ADMIN_LINK}>
            보고서에서 나누어 보기
          </Link>
        }
      >
        <Loaded
          data={report.data}
          error={report.error}
          onRetry={() => void report.refetch()}
          subject="이번 달"
          loading={<Skeleton className="h-[76px] w-full" />}
        >
          {(data) => <ReportTotals report={data} />}
        </Loaded>
      </AdminSection>
      <AdminSection title="처리할 일">
        {!dashboard && error ? (
          <LoadError subject="처리할 일" error={error} onRetry={() => void refetch()} />
        ) : (
          <WorkQueue dashboard={dashboard} isMoney />
        )}
      </AdminSection>
      <ul className="flex flex-wrap gap-x-5">
        <li>
          <Link to="/admin/refund-requests" className={ADMIN_LINK}>
            환불 요청
          </Link>
        </li>
        <li>
          <Link to="/admin/differences" className={ADMIN_LINK}>
            결제 대사
          </Link>
        </li>
      </ul>
    </AdminPage>
  );
}
