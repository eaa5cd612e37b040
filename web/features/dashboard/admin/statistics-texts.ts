/** A day such as `2026-11-21`, which is a day in Korea whatever the reader's time zone. */
const WEEKDAY = new Intl.DateTimeFormat('ko-KR', { timeZone: 'UTC', weekday: 'short' });

/** `11. 21.` */
export function shortDay(day: string): string {
  const [, month, date] = day.split('-');
  return `${Number(month)}. ${Number(date)}.`;
}

/** `2026. 11. 21.` */
export function fullDay(day: string): string {
  return `${day.slice(0, 4)}. ${shortDay(day)}`;
}

/** `11. 21. (토)` */
export function dayWithWeekday(day: string): string {
  return `${shortDay(day)} (${WEEKDAY.format(new Date(`${day}T00:00:00Z`))})`;
}

export type Trend = 'up' | 'down' | 'same';

export function trendOf(now: number, before: number): Trend {
  if (now === before) return 'same';
  return now > before ? 'up' : 'down';
}

/** The change from the previous period as a sentence: `24% 늘었습니다`. */
export function changeInWords(now: number, before: number): string {
  const trend = trendOf(now, before);
  if (trend === 'same') return '변동이 없습니다';
  const act = trend === 'up' ? '늘었습니다' : '줄었습니다';
  // No percentage of zero.
  if (before === 0) return act;
  const percent = Math.round((Math.abs(now - before) / Math.abs(before)) * 100);
  return percent === 0 ? `1% 미만 ${act}` : `${percent.toLocaleString('ko-KR')}% ${act}`;
}
