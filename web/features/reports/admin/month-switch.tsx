import { Link } from '@tanstack/react-router';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import type { StatisticsPeriod } from '#shared/rules/statistics-period.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { optional } from '#web/lib/optional.ts';

const LINK =
  'inline-flex min-h-12 grow items-center justify-center whitespace-nowrap rounded border border-ink-500 px-4 font-semibold text-ink-900 hover:bg-olive-100 sm:grow-0';

/** The month so many months later. */
function monthAt(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
}

/** The present month in Korea. */
function thisMonth(): string {
  return toKoreanLocal(serverNow()).slice(0, 7);
}

/** The month of an address; the present one unless it is one. */
export function readMonth(month: string | undefined): string {
  return month ?? thisMonth();
}

/** As people read it: 2026년 3월. */
export function monthLabel(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `${year}년 ${number}월`;
}

/** Leads to the months beside this one; the month is kept in the address. */
export function MonthSwitch({ month }: { month: string }) {
  const now = thisMonth();
  return (
    <nav aria-label="월 이동" className="flex flex-wrap gap-2">
      {[
        { label: '이전 달', to: monthAt(month, -1) },
        { label: '이번 달', to: now },
        { label: '다음 달', to: monthAt(month, 1) },
      ].map(({ label, to }) => (
        <Link
          key={label}
          to="/admin/reports"
          search={({ days }: { days?: StatisticsPeriod }) => ({
            ...optional('days', days),
            ...optional('month', to === now ? undefined : to),
          })}
          className={LINK}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
