import {
  DEFAULT_STATISTICS_PERIOD,
  STATISTICS_PERIODS,
  type StatisticsPeriod,
} from '#shared/rules/statistics-period.ts';
import { LinkTabs } from '#web/admin-kit/link-tabs.tsx';

/** The default period has no search value. */
function searchOf(period: StatisticsPeriod): { days?: StatisticsPeriod } {
  return period === DEFAULT_STATISTICS_PERIOD ? {} : { days: period };
}

/** The period of the statistics; kept in the address for back, forward and bookmarks. */
export function PeriodSwitch({ chosen }: { chosen: StatisticsPeriod }) {
  const tabs = STATISTICS_PERIODS.map((period) => ({
    label: `${period}일`,
    search: searchOf(period),
    isCurrent: period === chosen,
  }));
  return <LinkTabs label="통계 기간" to="/admin" tabs={tabs} keepsScroll />;
}
