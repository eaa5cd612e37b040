import { FIXED_HOLIDAYS, PUBLIC_HOLIDAYS } from './public-holidays.ts';
import { isDeclaredHoliday } from './work/declared-holidays.ts';

/** Office hours on business days, in minutes since midnight in Korea. */
export type DeskHours = { readonly opens: number; readonly closes: number };

/** Default of `SERVICE_DESK_HOURS` (contract §4, spec §9). */
export const DEFAULT_DESK_HOURS: DeskHours = { opens: 9 * 60, closes: 18 * 60 };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Korea's offset from UTC, without daylight saving time since 1988. */
const OFFSET_MS = 9 * 60 * MINUTE_MS;

/** Reads `09:00-18:00`; undefined for anything else, and for hours that end before they begin. */
export function parseDeskHours(text: string): DeskHours | undefined {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/.exec(text)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts;
  const hours = { opens: fromHour * 60 + fromMinute, closes: toHour * 60 + toMinute };
  return hours.opens < hours.closes ? hours : undefined;
}

/** The day in Korea at a moment, as `2026-03-01`. */
export function koreanDay(at: Date): string {
  return new Date(at.getTime() + OFFSET_MS).toISOString().slice(0, 10);
}

/** The next day on the calendar. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

/** The moment in Korea, so many minutes after midnight of a day. */
export function momentOf(day: string, minutes: number): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS + minutes * MINUTE_MS);
}

/** Returns the number of a day's weekday: Monday is 1, Sunday 7. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Returns whether the day in Korea, as `2026-03-01`, is a public holiday, or was declared one. */
export function isPublicHoliday(day: string): boolean {
  const holidays = PUBLIC_HOLIDAYS[Number(day.slice(0, 4))] ?? FIXED_HOLIDAYS;
  return holidays.includes(day.slice(5)) || isDeclaredHoliday(day);
}

/** Returns whether the day in Korea is neither on a weekend nor a public holiday. */
export function isBusinessDay(day: string): boolean {
  return weekdayOf(day) < 6 && !isPublicHoliday(day);
}

/** How long before a year begins its holidays have to be known. */
const HOLIDAYS_AHEAD_MS = 60 * DAY_MS;

/** Returns the year whose holidays are not known, 60 days before it begins in Korea and while it lasts. */
export function yearWithoutHolidays(now: Date): number | undefined {
  const yearOf = (at: Date) => Number(koreanDay(at).slice(0, 4));
  const years = [yearOf(now), yearOf(new Date(now.getTime() + HOLIDAYS_AHEAD_MS))];
  return years.find((year) => PUBLIC_HOLIDAYS[year] === undefined);
}

/** The first business day after this day. */
export function nextBusinessDay(day: string): string {
  let next = dayAfter(day);
  while (!isBusinessDay(next)) next = dayAfter(next);
  return next;
}

/**
 * Returns the deadline of the call to the buyer of an order that was paid at this moment: the end
 * of the next business day in Korea, for every service (contract §3).
 */
export function contactDeadline(paidAt: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Date {
  return momentOf(nextBusinessDay(koreanDay(paidAt)), hours.closes);
}

/** Returns whether the firm answers at this moment. */
export function isDeskOpen(at: Date, hours: DeskHours = DEFAULT_DESK_HOURS): boolean {
  const day = koreanDay(at);
  return isBusinessDay(day) && at >= momentOf(day, hours.opens) && at < momentOf(day, hours.closes);
}

/** Returns the next moment in office hours: `at` itself while the desk is open. */
export function nextDeskOpening(at: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Date {
  if (isDeskOpen(at, hours)) return at;
  const day = koreanDay(at);
  const isBeforeOpening = isBusinessDay(day) && at < momentOf(day, hours.opens);
  return momentOf(isBeforeOpening ? day : nextBusinessDay(day), hours.opens);
}

/** Returns when the desk closes if it is open at this moment, else when it opens. */
export function nextDeskChange(at: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Date {
  return isDeskOpen(at, hours) ? momentOf(koreanDay(at), hours.closes) : nextDeskOpening(at, hours);
}

/** Returns the moment after so many minutes of office hours; nights and holidays do not count. */
export function addDeskMinutes(at: Date, minutes: number, hours: DeskHours = DEFAULT_DESK_HOURS): Date {
  const from = nextDeskOpening(at, hours);
  const left = (momentOf(koreanDay(from), hours.closes).getTime() - from.getTime()) / MINUTE_MS;
  if (minutes <= left) return new Date(from.getTime() + minutes * MINUTE_MS);
  return addDeskMinutes(momentOf(koreanDay(from), hours.closes), minutes - left, hours);
}

/** Returns the minutes of office hours between two moments; 0 where `to` is not later. */
export function deskMinutesBetween(from: Date, to: Date, hours: DeskHours = DEFAULT_DESK_HOURS): number {
  let ms = 0;
  let opens = nextDeskOpening(from, hours);
  while (opens < to) {
    const closes = momentOf(koreanDay(opens), hours.closes);
    ms += Math.min(to.getTime(), closes.getTime()) - opens.getTime();
    opens = nextDeskOpening(closes, hours);
  }
  return ms / MINUTE_MS;
}
