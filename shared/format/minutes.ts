const HOUR = 60;
const DAY = 24 * HOUR;

function join(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest}${unit}`;
}

/** A duration in its two largest units: `45분`, `3시간 20분`, `2일 4시간`. */
export function formatMinutes(minutes: number): string {
  if (minutes < HOUR) return `${minutes}분`;
  if (minutes < DAY) return join(`${Math.floor(minutes / HOUR)}시간`, minutes % HOUR, '분');
  return join(`${Math.floor(minutes / DAY).toLocaleString('ko-KR')}일`, Math.floor((minutes % DAY) / HOUR), '시간');
}
