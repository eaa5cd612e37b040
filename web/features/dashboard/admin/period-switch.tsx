import { useSearch } from '@tanstack/react-router';
import {
  DEFAULT_STATISTICS_PERIOD,
  STATISTICS_PERIODS,
  type StatisticsPeriod,
} from '#shared/rules/statistics-period.ts';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';
import { optional } from '#web/lib/optional.ts';

/** The default period has no search value. */
function searchOf(period: StatisticsPeriod): { days?: StatisticsPeriod } {
  return period === DEFAULT_STATISTICS_PERIOD ? {} : { days: period };
}

/** The period of the statistics; kept in the address for back, forward and bookmarks. */
export function PeriodSwitch({ chosen }: { chosen: StatisticsPeriod }) {
  const { month } = useSearch({ from: '/queries/admin/admin/reports' });
  const tabs = STATISTICS_PERIODS.map((period) => ({
    label: `${period}일`,
    search: { ...optional('month', month), ...searchOf(period) },
    isCurrent: period === chosen,
  }));
  return <LinkTabs label="통계 기간" to="/admin/reports" tabs={tabs} keepsScroll />;
}
