import { formatTime } from './dates.ts';
import { koreanTime } from './korean-time.ts';

const dayFormat = koreanTime({
  month: 'long',
  day: 'numeric',
  weekday: 'short',
});

/** `11월 24일(화)`, the day of a slot in Korea. */
export function formatSlotDay(timestamp: string): string {
  return dayFormat(new Date(timestamp)).replace(' (', '(');
}

/** `10:00~12:00` */
export function formatSlotTime({ starts_at, ends_at }: { starts_at: string; ends_at: string }): string {
  return `${formatTime(starts_at)}~${formatTime(ends_at)}`;
}

/** `11월 24일(화) 10:00~12:00` */
export function formatSlot(slot: { starts_at: string; ends_at: string }): string {
  return `${formatSlotDay(slot.starts_at)} ${formatSlotTime(slot)}`;
}
