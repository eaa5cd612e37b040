const MINUTE_MS = 60_000;
const HOURS_OF_DAY = 24;

/** How long something has waited, as `5분`, `3시간`, `2일`. */
export function waitingTime(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
  if (minutes < 60) return `${minutes}분`;
  const hours = Math.floor(minutes / 60);
  return hours < HOURS_OF_DAY ? `${hours}시간` : `${Math.floor(hours / HOURS_OF_DAY)}일`;
}
