import { koreanTime } from './korean-time.ts';

const dateFormat = koreanTime({ year: 'numeric', month: 'numeric', day: 'numeric' });
const dayFormat = koreanTime({ month: 'numeric', day: 'numeric' });
const timeFormat = koreanTime({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const secondFormat = koreanTime({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** `2026. 11. 21.` */
export function formatDate(timestamp: string): string {
  return dateFormat(new Date(timestamp));
}

/** `2026. 11. 21. 14:05` */
export function formatDateTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dateFormat(date)} ${timeFormat(date)}`;
}

/** `11. 21.`, for days near now. */
export function formatMonthDay(timestamp: string): string {
  return dayFormat(new Date(timestamp));
}

/** `11. 21. 14:05`, for days near now. */
export function formatDayTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dayFormat(date)} ${timeFormat(date)}`;
}

/** `2026. 11. 21. 14:05:09`, for logs. */
export function formatDateTimeSeconds(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dateFormat(date)} ${secondFormat(date)}`;
}

/** `14:05` */
export function formatTime(timestamp: string): string {
  return timeFormat(new Date(timestamp));
}

/** A day of the contract, `2026-12-01`, as `2026. 12. 1.` */
export function formatDay(day: string): string {
  return dateFormat(new Date(`${day}T00:00:00+09:00`));
}
