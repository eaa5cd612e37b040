import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FIRM } from '#content/firm.ts';
import { reportSelectService } from '#web/lib/analytics/analytics.ts';
import { OfficeTimes } from '#web/lib/navigation/desk-hours.tsx';
import { Portrait } from '#web/ui/artwork/portrait.tsx';
import type { DeskRow } from './home-content.ts';
import { ScrollCue } from './scroll-cue.tsx';

export const DESK_ID = 'situations';

type Props = {
  rows: readonly DeskRow[];
  /** Stands on the upper edge of the sheet. */
  tab: ReactNode;
};

/**
 * A paper sheet over the lower edge of the first screen: from a situation to the service, its
 * price and the lawyer who takes it.
 */
export function SituationDesk({ rows, tab }: Props) {
  return (
    <section id={DESK_ID} aria-labelledby="problems-heading" className="relative mx-auto max-w-page px-3 sm:px-6">
      <div className="relative rounded-card border border-line bg-surface shadow-desk">
        {tab}
        <ScrollCue />
        <h2 id="problems-heading" className="px-4 pt-7 pb-3 text-h3 text-ink-900 sm:px-8 md:pt-8 md:pb-4">
          이런 일이 있나요?
        </h2>
        <ul>
          {rows.map((row) => (
            <li key={row.serviceId} className="border-line border-t">
              <Situation row={row} />
            </li>
          ))}
        </ul>
        <p className="flex flex-wrap items-center gap-x-3 rounded-b-card border-line border-t bg-olive-100 px-4 py-2 text-ink-900 text-small sm:px-8">
          지금 급하다면
          <a
            href={`tel:${FIRM.phone}`}
            className="inline-flex min-h-11 items-center font-bold text-h4 text-olive-700 tabular-nums underline underline-offset-4"
          >
            {FIRM.phone}
          </a>
          <span className="text-ink-700">
            <OfficeTimes />
          </span>
        </p>
      </div>
    </section>
  );
}

function Situation({ row }: { row: DeskRow }) {
  const { situation, title, price, lawyer } = row;
  return (
    <DeskLink row={row}>
      <span className="text-balance font-semibold text-ink-900 lg:text-h4">{situation}</span>
      <span className="col-start-1 flex flex-wrap items-baseline gap-x-3 text-small lg:contents">
        <span className="text-olive-700 group-hover:underline group-hover:underline-offset-4">{title}</span>
        <span className="font-bold text-brass-600 tabular-nums lg:text-h4">{price}</span>
        {lawyer && <span className="text-ink-500 lg:hidden">{lawyer.name} 변호사</span>}
      </span>
      {lawyer && (
        <span className="col-start-2 row-span-2 row-start-1 flex items-center gap-3 text-ink-700 text-small lg:col-start-auto lg:row-span-1 lg:row-start-auto">
          <Portrait src={lawyer.face} alt="" size={52} className="size-13 shrink-0 rounded-full" />
          <span className="max-lg:hidden">{lawyer.name} 변호사</span>
        </span>
      )}
      <svg
        viewBox="0 0 32 32"
        className="size-6 shrink-0 fill-none stroke-olive-600 transition-transform duration-150 group-hover:translate-x-1 max-lg:hidden"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M5 16h21m-9-9 9 9-9 9" />
      </svg>
    </DeskLink>
  );
}

const ROW =
  'group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-4 transition-colors duration-150 hover:bg-olive-100 sm:px-8 lg:grid-cols-[minmax(0,1fr)_180px_88px_156px_auto] lg:gap-x-6 lg:py-3';

type LinkProps = { row: DeskRow; children: ReactNode };

/** Leads to the service, or to the list in a shop that does not sell it. */
function DeskLink({ row: { serviceId, isSold }, children }: LinkProps) {
  if (!isSold) {
    return (
      <Link to="/services" hash="ondemand" className={ROW}>
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/services/$serviceId"
      params={{ serviceId: String(serviceId) }}
      onClick={() => reportSelectService(serviceId)}
      className={ROW}
    >
      {children}
    </Link>
  );
}
