import { Link } from '@tanstack/react-router';
import { DEFAULT_FIGURE_PERIOD, FIGURE_PERIODS, type FigurePeriod } from '#shared/rules/figure-period.ts';

const ITEM =
  'inline-flex min-h-11 min-w-14 items-center rounded justify-center border border-line bg-surface px-3 text-ink-700 hover:border-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:bg-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-paper md:min-h-9';

/**
 * Without this the router takes the default period's link, which has no search value, for the
 * current page whatever is chosen.
 */
const WHOLE_ADDRESS = { exact: true, includeSearch: true } as const;

/** The default period has no search value. */
function searchOf(period: FigurePeriod): { days?: FigurePeriod } {
  return period === DEFAULT_FIGURE_PERIOD ? {} : { days: period };
}

/** The period of the statistics; kept in the address for back, forward and bookmarks. */
export function PeriodSwitch({ chosen }: { chosen: FigurePeriod }) {
  return (
    <nav aria-label="통계 기간" className="flex gap-1">
      {FIGURE_PERIODS.map((period) => (
        <Link
          key={period}
          to="/admin"
          search={searchOf(period)}
          activeOptions={WHOLE_ADDRESS}
          aria-current={period === chosen ? 'page' : undefined}
          resetScroll={false}
          className={ITEM}
        >
          {`${period}일`}
        </Link>
      ))}
    </nav>
  );
}
