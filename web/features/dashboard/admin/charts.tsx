import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Line,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { type ChartRow, joinRest } from './chart-row.ts';
import { axisTicks, MEASURES, type MeasureName } from './measures.ts';

const OLIVE = 'var(--color-olive-600)';
const PALE = 'var(--color-olive-100)';
const INK = 'var(--color-ink-950)';
const GREY = 'var(--color-ink-500)';
const LINE = 'var(--color-line)';
const TICK = { fill: 'var(--color-ink-700)', fontSize: 12 };

/** Services in a chart; the table has all of them. */
const MOST_PLACES = 7;
const AXIS_WIDTH = 66;
const NAMES_WIDTH = 112;

function ticksOf(rows: ChartRow[], measure: MeasureName): number[] {
  const highest = Math.max(0, ...rows.flatMap(({ now, before }) => [now[measure], before[measure]]));
  return axisTicks(highest, MEASURES[measure].leastStep);
}

const keyOf = ({ key }: ChartRow) => key;

type ChartProps = {
  /** Description for screen readers. */
  name: string;
  rows: ChartRow[];
};

/**
 * Revenue and orders per day, one chart above the other; touch or the arrow keys move through both
 * at once.
 */
export function DailyChart({ name, rows }: ChartProps) {
  return (
    <div className="grid h-full grid-rows-[3fr_2fr] gap-2">
      <DaysOfMeasure name={`${name}: 매출`} rows={rows} measure="revenue" />
      <DaysOfMeasure name={`${name}: 주문`} rows={rows} measure="orders" />
    </div>
  );
}

function DaysOfMeasure({ name, rows, measure }: ChartProps & { measure: MeasureName }) {
  const ticks = ticksOf(rows, measure);
  const { onAxis } = MEASURES[measure];
  const labels = new Map(rows.map(({ key, axisLabel }) => [key, axisLabel]));
  return (
    <ComposedChart
      responsive
      className="h-full w-full"
      data={rows}
      syncId="daily-statistics"
      margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      barCategoryGap="15%"
      aria-label={name}
    >
      <CartesianGrid vertical={false} stroke={LINE} />
      <XAxis
        dataKey={keyOf}
        tickFormatter={(key) => labels.get(String(key)) ?? ''}
        tick={TICK}
        tickLine={false}
        stroke={GREY}
        minTickGap={16}
      />
      <YAxis
        width={AXIS_WIDTH}
        domain={[0, ticks.at(-1) ?? 0]}
        ticks={ticks}
        interval={0}
        tickFormatter={onAxis}
        tick={TICK}
        tickLine={false}
        axisLine={false}
      />
      <Tooltip content={(props) => <TooltipText {...props} rows={rows} measures={[measure]} />} />
      <Bar dataKey={(row: ChartRow) => row.now[measure]} fill={OLIVE} isAnimationActive={false} />
      <Line
        dataKey={(row: ChartRow) => row.before[measure]}
        stroke={INK}
        strokeWidth={1.5}
        strokeDasharray="4 3"
        dot={false}
        isAnimationActive={false}
        activeDot={{ r: 3, fill: INK }}
      />
    </ComposedChart>
  );
}

/** Revenue of the top services or categories; the tooltip adds their orders. */
export function RankingChart({ name, rows }: ChartProps) {
  const shown = joinRest(rows, MOST_PLACES);
  const ticks = ticksOf(shown, 'revenue');
  const labels = new Map(shown.map(({ key, axisLabel }) => [key, axisLabel]));
  return (
    <BarChart
      responsive
      layout="vertical"
      className="h-full w-full"
      data={shown}
      margin={{ top: 0, right: 28, bottom: 0, left: 0 }}
      barGap={1}
      barCategoryGap="22%"
      maxBarSize={22}
      aria-label={name}
    >
      <CartesianGrid horizontal={false} stroke={LINE} />
      <XAxis
        type="number"
        domain={[0, ticks.at(-1) ?? 0]}
        ticks={ticks}
        tickFormatter={MEASURES.revenue.onAxis}
        tick={TICK}
        tickLine={false}
        axisLine={false}
      />
      <YAxis
        type="category"
        dataKey={keyOf}
        width={NAMES_WIDTH}
        interval={0}
        tickFormatter={(key) => labels.get(String(key)) ?? ''}
        tick={{ ...TICK, width: NAMES_WIDTH - 8, maxLines: 3, lineHeight: '1.2em' }}
        tickLine={false}
        stroke={GREY}
      />
      <Tooltip
        content={(props) => <TooltipText {...props} rows={shown} measures={['revenue', 'orders']} />}
        cursor={{ fill: LINE, fillOpacity: 0.5 }}
      />
      <Bar dataKey={(row: ChartRow) => row.now.revenue} fill={OLIVE} isAnimationActive={false} />
      <Bar dataKey={(row: ChartRow) => row.before.revenue} fill={PALE} stroke={GREY} isAnimationActive={false} />
    </BarChart>
  );
}

type TooltipTextProps = Pick<TooltipContentProps, 'active' | 'label'> & { rows: ChartRow[]; measures: MeasureName[] };

/** The values at the pointed place; announced while the arrow keys move through the chart. */
function TooltipText({ active, label, rows, measures }: TooltipTextProps) {
  const row = active ? rows.find(({ key }) => key === label) : undefined;
  return (
    <div role="status">
      {row && (
        <div className="rounded border border-line bg-surface px-3 py-2 text-caption text-ink-700 shadow-float">
          <p className="font-semibold text-ink-900">{row.label}</p>
          {measures.map((measure) => (
            <p key={measure} className="tabular-nums">
              {`${MEASURES[measure].label} ${MEASURES[measure].exact(row.now[measure])}, 이전 기간${
                row.labelBefore ? ` ${row.labelBefore}` : ''
              } ${MEASURES[measure].exact(row.before[measure])}`}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
