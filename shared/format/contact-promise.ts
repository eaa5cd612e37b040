import { formatSlot } from './callback-slot.ts';
import { koreanTime } from './korean-time.ts';
import { formatPhone } from './phone.ts';

const day = koreanTime({ month: 'long', day: 'numeric' });
const weekday = koreanTime({ weekday: 'short' });
const time = koreanTime({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Digits whose Korean name ends in a consonant other than ㄹ, which take 으로: 영, 삼, 육. */
const DIGITS_BEFORE_EURO = /[036]$/;

/** `11월 23일(월) 18:00` */
export function formatDeadline(contactBy: Date | string): string {
  const at = new Date(contactBy);
  return `${day(at)}(${weekday(at)}) ${time(at)}`;
}

/**
 * The firm's promise to call, the same on pages and in mails:
 * `11월 23일(월) 18:00까지 010-2345-6789로 연락드립니다.` A blank phone is left out.
 */
export function contactPromise(contactBy: Date | string, phone = ''): string {
  return `${formatDeadline(contactBy)}까지${toNumber(phone)} 연락드립니다.`;
}

/** The same for a booked call: `11월 24일(화) 10:00~12:00에 010-2345-6789로 전화드립니다.` */
export function callPromise(slot: { starts_at: string; ends_at: string }, phone = ''): string {
  return `${formatSlot(slot)}에${toNumber(phone)} 전화드립니다.`;
}

function toNumber(phone: string): string {
  const number = formatPhone(phone);
  return number && ` ${number}${DIGITS_BEFORE_EURO.test(number) ? '으로' : '로'}`;
}
