import { DEFAULT_FIGURE_PERIOD, FIGURE_PERIODS, type FigurePeriod } from '#shared/rules/figure-period.ts';
import { LinkTabs } from '#web/features/admin-kit/link-tabs.tsx';

/** The default period has no search value. */
function searchOf(period: FigurePeriod): { days?: FigurePeriod } {
  return period === DEFAULT_FIGURE_PERIOD ? {} : { days: period };
}

/** The period of the statistics; kept in the address for back, forward and bookmarks. */
export function PeriodSwitch({ chosen }: { chosen: FigurePeriod }) {
  const tabs = FIGURE_PERIODS.map((period) => ({
    label: `${period}일`,
    search: searchOf(period),
    isCurrent: period === chosen,
  }));
  return <LinkTabs label="통계 기간" to="/admin" tabs={tabs} keepsScroll />;
}
