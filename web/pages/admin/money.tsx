import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { ADMIN_LINK, AdminPage, AdminSection } from '#web/admin-kit/admin-page.tsx';
import { DaySwitch, readDay } from '#web/admin-kit/lists/day-switch.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { dashboardQuery } from '#web/features/dashboard/admin/api.ts';
import { WorkQueue } from '#web/features/dashboard/admin/work-queue.tsx';
import { daySheetQuery, reportQuery } from '#web/features/reports/admin/api.ts';
import { DaySheetView } from '#web/features/reports/admin/day-sheet.tsx';
import { monthLabel, readMonth } from '#web/features/reports/admin/month-switch.tsx';
import { ReportTotals } from '#web/features/reports/admin/report-view.tsx';
import { LoadError, Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/admin/admin/money');

/** The beginning of accounting: the month so far, all that waits for a decision, and the money of a day. */
export function AdminMoneyPage() {
  const day = readDay(route.useSearch().date);
  const month = readMonth(undefined);
  const auth = useAuth();
  const mayOpenOrders = auth.status === 'loggedIn' && mayDo(auth.user.permissions, 'orders');
  const report = useQuery(reportQuery(month));
  const sheet = useQuery(daySheetQuery(day));
  const { data: dashboard, error, refetch } = useQuery(dashboardQuery);
  return (
    <AdminPage title="돈">
      <AdminSection
        title={monthLabel(month)}
        action={
          <Link to="/admin/reports" className={ADMIN_LINK}>
            나누어 보기와 파일 내려받기
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
      {!dashboard && error ? (
        <LoadError subject="처리할 일" error={error} onRetry={() => void refetch()} />
      ) : (
        <WorkQueue dashboard={dashboard} isMoney />
      )}
      <AdminSection title="하루 내역">
        <div className="grid gap-4">
          <DaySwitch day={day} to="/admin/money" />
          <Loaded
            data={sheet.data}
            error={sheet.error}
            onRetry={() => void sheet.refetch()}
            subject="하루 내역"
            loading={<Skeleton className="h-[240px] w-full" />}
          >
            {(data) => <DaySheetView sheet={data} mayOpenOrders={mayOpenOrders} />}
          </Loaded>
        </div>
      </AdminSection>
    </AdminPage>
  );
}
