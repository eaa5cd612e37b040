import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mayDo } from '#shared/features/accounts/permissions.ts';
import { DEFAULT_STATISTICS_PERIOD } from '#shared/rules/statistics-period.ts';
import { AdminPage, AdminSection, Panel } from '#web/admin-kit/admin-page.tsx';
import { useAuth } from '#web/features/accounts/auth.ts';
import { StatisticsSection } from '#web/features/dashboard/admin/statistics-section.tsx';
import { WorkStatisticsSection } from '#web/features/dashboard/admin/work-statistics-section.tsx';
import { LedgerForm } from '#web/features/letters/admin/ledger-form.tsx';
import { reportQuery } from '#web/features/reports/admin/api.ts';
import { MonthFileForm } from '#web/features/reports/admin/month-file-form.tsx';
import { MonthSwitch, monthLabel, readMonth } from '#web/features/reports/admin/month-switch.tsx';
import { ReportView } from '#web/features/reports/admin/report-view.tsx';
import { Loaded } from '#web/ui/list-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/queries/admin/admin/reports');

/** A month: its money, files and lawyers. Below are charts of the last days beside those before. */
export function AdminReportsPage() {
  const { month: chosen, days = DEFAULT_STATISTICS_PERIOD } = route.useSearch();
  const month = readMonth(chosen);
  const auth = useAuth();
  const maySeeMoney = auth.status === 'loggedIn' && mayDo(auth.user.permissions, 'money');
  const maySeeCases = auth.status === 'loggedIn' && mayDo(auth.user.permissions, 'orders');
  const { data, error, refetch } = useQuery(reportQuery(month));
  return (
    <AdminPage title={`보고서 ${monthLabel(month)}`}>
      <MonthSwitch month={month} />
      <Loaded
        data={data}
        error={error}
        onRetry={() => void refetch()}
        subject="보고서"
        loading={<Skeleton className="h-[480px] w-full" />}
      >
        {(report) => (
          <ReportView report={report}>
            {maySeeMoney && (
              <AdminSection title="결제 내역 파일">
                <Panel>
                  <MonthFileForm key={month} month={month} />
                </Panel>
              </AdminSection>
            )}
            {maySeeCases && (
              <AdminSection title="수임장부">
                <Panel>
                  <LedgerForm key={month} month={month} />
                </Panel>
              </AdminSection>
            )}
          </ReportView>
        )}
      </Loaded>
      <StatisticsSection period={days} />
      <WorkStatisticsSection period={days} />
    </AdminPage>
  );
}
