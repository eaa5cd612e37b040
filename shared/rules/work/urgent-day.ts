const DAY_MS = 24 * 60 * 60_000;

/** Within so many days a lawyer has to hear of it by telephone: a written order is read too late. */
const URGENT_DAYS = 3;

export const URGENT_SENTENCE = `출석일이 ${URGENT_DAYS}일 안이면 전화해주세요.`;

/** Returns whether a day is today or one of the next three. Both as `2026-11-24`. */
export function isUrgentDay(day: string, today: string): boolean {
  const left = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  return left >= 0 && left <= URGENT_DAYS;
}
