const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment was, in its largest unit: `방금`, `5분 전`, `3시간 전`, `2일 전`. */
export function formatAge(timestamp: string, now: Date): string {
  const age = now.getTime() - Date.parse(timestamp);
  if (age < MINUTE_MS) return '방금';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}분 전`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}시간 전`;
  return `${Math.floor(age / DAY_MS).toLocaleString('ko-KR')}일 전`;
}
