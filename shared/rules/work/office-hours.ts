import type { DeskHours } from '../business-days.ts';

/** `18:00` */
export function clockTime(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** `평일 09:00-18:00` */
export function officeHours({ opens, closes }: DeskHours): string {
  return `평일 ${clockTime(opens)}-${clockTime(closes)}`;
}

/** By when the firm calls after a payment, where no date is known yet (contract §3: `contact_by`). */
export function nextDayPromise({ closes }: DeskHours): string {
  return `결제 다음 영업일 ${clockTime(closes)}까지 연락`;
}
