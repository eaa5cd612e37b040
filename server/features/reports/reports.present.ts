import { wireTime } from '#server/lib/wire-time.ts';
import type { DaySheet, Report } from '#shared/features/reports/schemas.ts';
import type { DayMove, MoneyRow } from './reports.queries.ts';

const NOTHING = { captured: 0, returned: 0, orders: 0 };

/** Presents a month; without `maySeeMoney` every amount is null (contract §9). */
export function presentReport(
  month: string,
  { money, lawyers }: { money: readonly MoneyRow[]; lawyers: Report['by_lawyer'] },
  maySeeMoney: boolean,
): Report {
  const seen = (won: number) => (maySeeMoney ? won : null);
  const sumsOf = ({ captured, returned, orders }: typeof NOTHING) => ({
    captured: seen(captured),
    returned: seen(returned),
    orders,
  });
  const all = money.find(({ part }) => part === 'all') ?? NOTHING;
  return {
    month,
    ...sumsOf(all),
    net: seen(all.captured - all.returned),
    by_method: money.flatMap((row) => (row.part === 'method' ? [{ method: row.method ?? '', ...sumsOf(row) }] : [])),
    by_service: money.flatMap(({ part, service_id, title, ...sums }) =>
      part === 'service' && service_id !== null ? [{ service_id, title: title ?? '', ...sumsOf(sums) }] : [],
    ),
    by_lawyer: lawyers,
  };
}

export function presentDay(date: string, moves: readonly DayMove[]): DaySheet {
  const sumOf = (part: 'captured' | 'returned') => moves.reduce((sum, move) => sum + move[part], 0);
  const [captured, returned] = [sumOf('captured'), sumOf('returned')];
  const lines = moves.map((move) => ({ ...move, at: wireTime(move.at) }));
  return { date, captured, returned, net: captured - returned, moves: lines };
}
