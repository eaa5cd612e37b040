import type { DayItem } from '#shared/features/day/schemas.ts';
import { formatDayTime, formatMonthDay, formatTime } from '#shared/format/dates.ts';
import { koreanDay } from '#shared/rules/business-days.ts';
import { dayBandOf } from '#shared/rules/work/day-bands.ts';

export const DAY_KIND_LABELS: Readonly<Record<DayItem['kind'], string>> = {
  call: '전화',
  booked_call: '통화 예약',
  message: '메시지',
  unassigned: '미배정',
  step: '단계',
  deadline: '기한',
  refund: '환불',
  paper: '서류',
  letter: '위임 계약',
  mail: '메일',
  conflict: '이해 충돌',
};

/** Customer and soldier as one line; one person is named once. */
export function personOf({ customer, soldier }: Pick<DayItem, 'customer' | 'soldier'>): string {
  return soldier && soldier !== customer ? `${customer} → ${soldier}` : customer;
}

/** Holds the time of what is due on a day: its end. */
const LAST_MINUTE = '23:59';

/** When it is due, as short as its part of the day allows. */
export function dueText(item: DayItem, now: Date): string {
  if (item.due_at === null) return '';
  const isOfDay = formatTime(item.due_at) === LAST_MINUTE;
  if (isOfDay) return koreanDay(new Date(item.due_at)) === koreanDay(now) ? '오늘' : formatMonthDay(item.due_at);
  const band = dayBandOf(item, now);
  return band === 'morning' || band === 'afternoon' ? formatTime(item.due_at) : formatDayTime(item.due_at);
}
