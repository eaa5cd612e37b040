import { DAY_MS, HOUR_MS } from './time.ts';

/** Korea's UTC offset, without daylight saving time since 1988. */
const OFFSET_MS = 9 * HOUR_MS;

/** Returns the start of a day such as `2026-03-01` in Korea. */
export function startOfKoreanDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);
}

/** Returns the end of the day, which is the start of the next one. */
export function endOfKoreanDay(day: string): Date {
  return new Date(startOfKoreanDay(day).getTime() + DAY_MS);
}

/** Returns the day in Korea at a point in time, shifted by `days`. */
export function koreanDayAt(time: Date, days = 0): string {
  return new Date(time.getTime() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the start and the end of a month such as `2026-03` in Korea. */
export function koreanMonthRange(month: string): { from: Date; to: Date } {
  const from = startOfKoreanDay(`${month}-01`);
  // No month has more than 31 days, and the next one has more than one.
  return { from, to: startOfKoreanDay(`${koreanDayAt(from, 32).slice(0, 7)}-01`) };
}
