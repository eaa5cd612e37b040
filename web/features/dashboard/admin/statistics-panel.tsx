import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Props = {
  title: string;
  /** How the previous period is drawn. */
  beforeAs: 'line' | 'bar';
  state: 'loading' | 'empty' | 'filled';
  chart: ReactNode;
  table: ReactNode;
};

/** One chart with its table. The height is fixed, so that nothing below moves. */
export function StatisticsPanel({ title, beforeAs, state, chart, table }: Props) {
  const [isTable, setTable] = useState(false);
  const isShownAsTable = isTable && state === 'filled';
  return (
    <section aria-label={title} className="min-w-0 rounded border border-line bg-surface p-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 md:min-h-9">
        <h3 className="font-semibold text-small text-ink-900">{title}</h3>
        {state === 'filled' && (
          <button
            type="button"
            onClick={() => setTable(!isTable)}
            className="inline-flex min-h-11 items-center font-semibold text-olive-700 underline underline-offset-4 md:min-h-7"
          >
            <span className="sr-only">{`${title} `}</span>
            {isTable ? '차트로 보기' : '표로 보기'}
          </button>
        )}
      </div>
      <div className="mt-2 h-[420px]">
        {state === 'loading' && <Skeleton className="h-full w-full" />}
        {state === 'empty' && <Message>두 기간 모두 주문이 없습니다.</Message>}
        {isShownAsTable && table}
        {state === 'filled' && !isShownAsTable && (
          <CatchBoundary getResetKey={() => title} errorComponent={ChartMissing}>
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <Legend beforeAs={beforeAs} />
              <div className="h-[390px]">{chart}</div>
            </Suspense>
          </CatchBoundary>
        )}
      </div>
    </section>
  );
}

function Message({ children }: { children: ReactNode }) {
  return <p className="flex h-full items-center justify-center text-center text-ink-700">{children}</p>;
}

/** The code of the charts could not be loaded; the table still works. */
function ChartMissing() {
  return <Message>차트를 불러오지 못했습니다. 표로 볼 수 있습니다.</Message>;
}

function Legend({ beforeAs }: { beforeAs: Props['beforeAs'] }) {
  return (
    <ul className="flex h-[30px] items-start gap-x-5">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="size-3 bg-olive-600" />이 기간
      </li>
      <li className="flex items-center gap-2">
        {beforeAs === 'line' ? (
          <span aria-hidden="true" className="w-6 border-ink-950 border-t-2 border-dashed" />
        ) : (
          <span aria-hidden="true" className="size-3 border border-ink-500 bg-olive-100" />
        )}
        이전 기간
      </li>
    </ul>
  );
}
