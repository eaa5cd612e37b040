import type { Statistics } from '#shared/features/dashboard/schemas.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MEASURES, type MeasureName } from './measures.ts';
import { changeInWords, type Trend, trendOf } from './statistics-texts.ts';

const SHOWN: readonly MeasureName[] = ['revenue', 'orders', 'confirmed'];

const LOOKS: Record<Trend, { mark: string; colour: string }> = {
  up: { mark: '▲', colour: 'text-success' },
  down: { mark: '▼', colour: 'text-danger' },
  same: { mark: '–', colour: 'text-ink-700' },
};

/** The totals of the period, each with its change from the previous period in a sentence. */
export function StatisticsTotals({ total }: { total: Statistics['total'] | undefined }) {
  return (
    <dl className="grid gap-3 lg:grid-cols-3">
      {SHOWN.map((name) => (
        <div key={name} className="rounded border border-line bg-surface px-4 py-3">
          <dt className="text-ink-700">{MEASURES[name].label}</dt>
          <dd className="min-h-[58px] lg:min-h-[80px] xl:min-h-[58px]">
            {total ? (
              <Total name={name} now={total.now[name]} before={total.before[name]} />
            ) : (
              <Skeleton className="h-[36px] w-2/3" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Total({ name, now, before }: { name: MeasureName; now: number; before: number }) {
  const { exact } = MEASURES[name];
  const { mark, colour } = LOOKS[trendOf(now, before)];
  return (
    <>
      <span className="block whitespace-nowrap text-title text-ink-900 tabular-nums">{exact(now)}</span>
      <span className="block">
        {before === 0 ? (
          MEASURES[name].noneBefore
        ) : (
          <>
            {`이전 기간 ${exact(before)}보다 `}
            <span className={`whitespace-nowrap font-semibold ${colour}`}>
              <span aria-hidden="true">{`${mark} `}</span>
              {changeInWords(now, before)}
            </span>
          </>
        )}
      </span>
    </>
  );
}
