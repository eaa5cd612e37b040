/**
 * Days that the government has declared holidays at short notice (임시공휴일), as `2026-03-01`. They are
 * data of the calendar like `PUBLIC_HOLIDAYS`, but come from the database: the server sets them with
 * its catalogue, the browser with its page.
 */
let declared: ReadonlySet<string> = new Set();

/** Replaces the declared holidays. */
export function declareHolidays(days: readonly string[]): void {
  declared = new Set(days);
}

/** Returns whether the day in Korea was declared a holiday. */
export function isDeclaredHoliday(day: string): boolean {
  return declared.has(day);
}
