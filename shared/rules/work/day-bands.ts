import { dayAfter, koreanDay, weekdayOf } from '../business-days.ts';

/** The parts of a day's queue, in its order; what has no time comes last. */
export const DAY_BANDS = ['late', 'morning', 'afternoon', 'week', 'later', 'untimed'] as const;
export type DayBand = (typeof DAY_BANDS)[number];

export const DAY_BAND_LABELS: Readonly<Record<DayBand, string>> = {
  late: '지남',
  morning: '오전',
  afternoon: '오후',
  week: '이번 주',
  later: '다음 주부터',
  untimed: '기한 없음',
};

const NOON = '12:00';

function koreanTime(at: Date): string {
  return new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(11, 16);
}

/** The last day of the week that a day belongs to. */
export function sundayOf(day: string): string {
  let sunday = day;
  while (weekdayOf(sunday) !== 7) sunday = dayAfter(sunday);
  return sunday;
}

/** Returns where something due at a moment belongs, by the days of Korea. */
export function dayBandOf({ due_at, is_late }: { due_at: string | null; is_late: boolean }, now: Date): DayBand {
  if (is_late) return 'late';
  if (due_at === null) return 'untimed';
  const due = new Date(due_at);
  const [day, today] = [koreanDay(due), koreanDay(now)];
  if (day <= today) return koreanTime(due) < NOON ? 'morning' : 'afternoon';
  return day <= sundayOf(today) ? 'week' : 'later';
}
