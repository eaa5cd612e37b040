import { Link, useNavigate } from '@tanstack/react-router';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { dayOf } from '#web/lib/navigation/search-values.ts';
import { DayField } from '#web/ui/dates/day-field.tsx';

const LINK =
  'inline-flex min-h-12 items-center whitespace-nowrap rounded border border-ink-500 px-4 font-semibold text-ink-900 hover:bg-olive-100';

/** The day so many days later. */
function dayAt(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Today in Korea. */
function today(): string {
  return toKoreanLocal(serverNow()).slice(0, 10);
}

/** The day of an address; today unless it is one. */
export function readDay(date: string | undefined): string {
  return dayOf(date) ?? today();
}

/** Today has no search value. */
function searchOf(day: string): { date?: string } {
  return day === today() ? {} : { date: day };
}

/** The day of the list, kept in the address for back, forward and bookmarks. */
export function DaySwitch({ day, to: page }: { day: string; to: '/admin/callbacks' | '/admin/money' }) {
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <DayField
        label="날짜"
        className="w-full sm:w-48"
        // The address also changes by the links and by back.
        key={day}
        defaultValue={day}
        onChange={({ target }) => {
          const chosen = dayOf(target.value);
          if (chosen !== undefined) void navigate({ to: page, search: searchOf(chosen) });
        }}
      />
      <nav aria-label="날짜 이동" className="flex grow gap-2 sm:grow-0">
        {[
          { label: '이전 날', to: dayAt(day, -1) },
          { label: '오늘', to: today() },
          { label: '다음 날', to: dayAt(day, 1) },
        ].map(({ label, to }) => (
          <Link key={label} to={page} search={searchOf(to)} className={`${LINK} grow justify-center sm:grow-0`}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
