import { formatDay } from '#shared/format/dates.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';

/** The day by which something is due, or on which it happens; red once it has passed. */
export function DueDay({ day, isOn = false }: { day: string; isOn?: boolean }) {
  const isPast = day < koreanDay(serverNow());
  return (
    <span className={`tabular-nums ${isPast ? 'font-semibold text-danger' : ''}`}>
      {`${formatDay(day)}${isOn ? '' : '까지'}${isPast ? ', 지났습니다' : ''}`}
    </span>
  );
}
