import { Link } from '@tanstack/react-router';
import { DEFAULT_FIGURE_PERIOD, FIGURE_PERIODS, type FigurePeriod } from '#shared/rules/figure-period.ts';

const ITEM =
  'inline-flex min-h-11 min-w-14 items-center rounded justify-center border border-line bg-surface px-3 text-ink-700 hover:border-ink-900 aria-[current=page]:border-olive-700 aria-[current=page]:bg-olive-700 aria-[current=page]:font-semibold aria-[current=page]:text-paper md:min-h-9';

/** Otherwise the router takes the period that needs no word in the address for the current one, whichever is chosen. */
const WHOLE_ADDRESS = { exact: true, includeSearch: true } as const;

/** The address of the period that is shown when none is named has no word of it. */
function searchOf(period: FigurePeriod): { days?: FigurePeriod } {
  return period === DEFAULT_FIGURE_PERIOD ? {} : { days: period };
}

/** Which period the figures are of; it is in the address, so that going back and a bookmark keep it. */
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
