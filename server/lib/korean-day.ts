import { DAY_MS, HOUR_MS } from './time.ts';

/** Korea has kept this distance to UTC, without summer time, since 1988. */
const OFFSET_MS = 9 * HOUR_MS;

/** The moment at which a day given as `2026-03-01` begins in Korea. */
export function startOfKoreanDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);
}

/** The moment at which it ends, which is the beginning of the next one. */
export function endOfKoreanDay(day: string): Date {
  return new Date(startOfKoreanDay(day).getTime() + DAY_MS);
}

/** The day in Korea at a moment, so many days later (or earlier). */
export function koreanDayAt(time: Date, days = 0): string {
  return new Date(time.getTime() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);
}
