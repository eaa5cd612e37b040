import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import type { Statistics } from '#shared/features/dashboard/schemas.ts';
import { formatWon } from '#shared/rules/price.ts';
import type { StatisticsPeriod } from '#shared/rules/statistics-period.ts';
import { AdminSection } from '#web/admin-kit/admin-page.tsx';
import type { Column } from '#web/admin-kit/data-table.tsx';
import { LoadError } from '#web/ui/list-page.tsx';
import { statisticsQuery } from './api.ts';
import { type ChartRow, rowsByCategory, rowsByDay, rowsByService } from './chart-row.ts';
import { formatCount } from './measures.ts';
import { PeriodSwitch } from './period-switch.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { StatisticsTable } from './statistics-table.tsx';
import { fullDay } from './statistics-texts.ts';
import { StatisticsTotals } from './statistics-totals.tsx';

/** The chart library is large: only this section loads it. */
const loadCharts = () => import('./charts.tsx');
const DailyChart = lazy(async () => ({ default: (await loadCharts()).DailyChart }));
const RankingChart = lazy(async () => ({ default: (await loadCharts()).RankingChart }));

/**
 * Revenue and orders of a period and the previous one: totals, by day, by service and by category.
 */
export function StatisticsSection({ period }: { period: StatisticsPeriod }) {
  // While another period loads, the previous data stay: the page keeps its height.
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...statisticsQuery(period),
    placeholderData: keepPreviousData,
  });
  // Loads together with the data, not after; if it fails, the panels say so.
  useEffect(() => void loadCharts().catch(() => undefined), []);
  const isFailed = error !== null && (!data || isPlaceholderData);
  return (
    <AdminSection title="매출과 주문" action={<PeriodSwitch chosen={period} />}>
      {isFailed ? (
        <LoadError subject="매출과 주문" error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy={!data || isPlaceholderData} className={`grid gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <p role="status" className="min-h-11 text-ink-700 tabular-nums lg:min-h-[22px]">
            {data ? <PeriodText statistics={data} /> : <span className="shown-late">매출과 주문 불러오는 중</span>}
          </p>
          <StatisticsTotals total={data?.total} />
          <StatisticsPanels statistics={data} />
        </div>
      )}
    </AdminSection>
  );
}

function PeriodText({ statistics: { from, to, before_from, before_to } }: { statistics: Statistics }) {
  return (
    <>
      <span className="mr-4 inline-block">{`${fullDay(from)} ~ ${fullDay(to)}`}</span>
      <span className="inline-block">{`이전 기간 ${fullDay(before_from)} ~ ${fullDay(before_to)}`}</span>
    </>
  );
}

function StatisticsPanels({ statistics }: { statistics: Statistics | undefined }) {
  const days = statistics ? rowsByDay(statistics) : [];
  const services = statistics ? rowsByService(statistics) : [];
  const categories = statistics ? rowsByCategory(statistics) : [];
  const state = !statistics ? 'loading' : services.length === 0 ? 'empty' : 'filled';
  const period = statistics ? `${fullDay(statistics.from)}부터 ${fullDay(statistics.to)}까지` : '';
  return (
    <>
      <StatisticsPanel
        title="일별 매출과 주문"
        beforeAs="line"
        state={state}
        chart={<DailyChart name={`${period} 일별`} rows={days} />}
        table={
          <StatisticsTable caption="일별 매출과 주문" columns={DAY_COLUMNS} rows={days.toReversed()} keyOf={keyOf} />
        }
      />
      <div className="grid gap-3 xl:grid-cols-2">
        <StatisticsPanel
          title="서비스별 매출"
          beforeAs="bar"
          state={state}
          chart={<RankingChart name={`${period} 서비스별 매출`} rows={services} />}
          table={
            <StatisticsTable caption="서비스별 매출과 주문" columns={columns('서비스')} rows={services} keyOf={keyOf} />
          }
        />
        <StatisticsPanel
          title="카테고리별 매출"
          beforeAs="bar"
          state={state}
          chart={<RankingChart name={`${period} 카테고리별 매출`} rows={categories} />}
          table={
            <StatisticsTable
              caption="카테고리별 매출과 주문"
              columns={columns('카테고리')}
              rows={categories}
              keyOf={keyOf}
            />
          }
        />
      </div>
    </>
  );
}

const keyOf = ({ key }: ChartRow) => key;

const NOW_COLUMNS: readonly Column<ChartRow>[] = [
  { header: '매출', cell: ({ now }) => formatWon(now.revenue), isNumeric: true },
  { header: '주문', cell: ({ now }) => formatCount(now.orders), isNumeric: true },
  { header: '결제됨', cell: ({ now }) => formatCount(now.confirmed), isNumeric: true },
];

const BEFORE_COLUMNS: readonly Column<ChartRow>[] = [
  { header: '이전 매출', cell: ({ before }) => formatWon(before.revenue), isNumeric: true },
  { header: '이전 주문', cell: ({ before }) => formatCount(before.orders), isNumeric: true },
  { header: '이전 결제됨', cell: ({ before }) => formatCount(before.confirmed), isNumeric: true },
];

type Columns = readonly [Column<ChartRow>, ...Column<ChartRow>[]];

function columns(header: string): Columns {
  return [{ header, cell: ({ label }) => label }, ...NOW_COLUMNS, ...BEFORE_COLUMNS];
}

const DAY_COLUMNS: Columns = [
  { header: '날짜', cell: ({ label }) => label },
  ...NOW_COLUMNS,
  { header: '이전 날짜', cell: ({ labelBefore }) => labelBefore ?? '' },
  ...BEFORE_COLUMNS,
];
