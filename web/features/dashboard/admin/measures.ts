import type { Measures } from '#shared/features/dashboard/schemas.ts';
import { formatManwon, formatWon } from '#shared/rules/price.ts';

export type MeasureName = keyof Measures;

type Measure = {
  label: string;
  /** Said in place of a comparison with nothing. */
  noneBefore: string;
  /** For tables and texts. */
  exact: (value: number) => string;
  /** For the axis, whose steps are whole units of it. */
  onAxis: (value: number) => string;
  leastStep: number;
};

export function formatCount(value: number): string {
  return `${value.toLocaleString('ko-KR')}건`;
}

const counted = {
  noneBefore: '이전 기간에는 주문이 없었습니다.',
  exact: formatCount,
  onAxis: formatCount,
  leastStep: 1,
};

export const MEASURES: Record<MeasureName, Measure> = {
  revenue: {
    label: '매출',
    noneBefore: '이전 기간에는 매출이 없었습니다.',
    exact: formatWon,
    onAxis: formatManwon,
    leastStep: 10_000,
  },
  orders: { label: '주문', ...counted },
  confirmed: { label: '결제된 주문', ...counted, noneBefore: '이전 기간에는 결제된 주문이 없었습니다.' },
};

const STEPS = [1, 2, 5, 10];
const MOST_STEPS = 4;

/**
 * Round values for an axis from 0 to above `max`: at most four steps, none below `leastStep`, so
 * that labels stay exact.
 */
export function axisTicks(max: number, leastStep: number): number[] {
  const wanted = Math.max(max / MOST_STEPS, leastStep);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * (STEPS.find((factor) => factor * power >= wanted) ?? 10);
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, at) => at * step);
}
