/** The firm works in Korea: times are Korean ones wherever the reader is, as those in its mails and on its receipts. */
const SEOUL = { timeZone: 'Asia/Seoul' } as const;

const dateFormat = new Intl.DateTimeFormat('ko-KR', { ...SEOUL, year: 'numeric', month: 'numeric', day: 'numeric' });
const dayFormat = new Intl.DateTimeFormat('ko-KR', { ...SEOUL, month: 'numeric', day: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('ko-KR', { ...SEOUL, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const secondFormat = new Intl.DateTimeFormat('ko-KR', {
  ...SEOUL,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** `2026. 11. 21.` */
export function formatDate(timestamp: string): string {
  return dateFormat.format(new Date(timestamp));
}

/** `2026. 11. 21. 14:05` */
export function formatDateTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dateFormat.format(date)} ${timeFormat.format(date)}`;
}

/** `11. 21. 14:05`, for days near now. */
export function formatDayTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dayFormat.format(date)} ${timeFormat.format(date)}`;
}

/** `2026. 11. 21. 14:05:09`, for logs. */
export function formatDateTimeSeconds(timestamp: string): string {
  const date = new Date(timestamp);
  return `${dateFormat.format(date)} ${secondFormat.format(date)}`;
}

/** `14:05` */
export function formatTime(timestamp: string): string {
  return timeFormat.format(new Date(timestamp));
}

/** A day of the contract, `2026-12-01`, as `2026. 12. 1.` */
export function formatDay(day: string): string {
  return dateFormat.format(new Date(`${day}T00:00:00+09:00`));
}
