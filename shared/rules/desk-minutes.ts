import { DEFAULT_DESK_HOURS, type DeskHours, nextDeskOpening } from './business-days.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Korea has kept this distance to UTC, without summer time, since 1988. */
const OFFSET_MINUTES = 9 * 60;

/** The moment at which so many minutes have passed while the firm answers; nights and holidays do not count. */
export function addDeskMinutes(at: Date, minutes: number, hours: DeskHours = DEFAULT_DESK_HOURS): Date {
  const from = nextDeskOpening(at, hours).getTime();
  const minuteOfDay = (from / MINUTE_MS + OFFSET_MINUTES) % DAY_MINUTES;
  const left = hours.closes - minuteOfDay;
  if (minutes <= left) return new Date(from + minutes * MINUTE_MS);
  return addDeskMinutes(new Date(from + left * MINUTE_MS), minutes - left, hours);
}
