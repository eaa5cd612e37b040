import { z } from 'zod';
import { day, id, line, timestamp } from '#shared/contract/fields.ts';
import {
  CALL_DAYS,
  CALLEES,
  type CallHours,
  MAX_CAPACITY,
  MAX_PERIODS,
  MAX_SLOT_DAYS,
} from '#shared/rules/work/callback-slots.ts';
import { clockTime } from '#shared/rules/work/office-hours.ts';

const DAYS_MESSAGE = `기간은 1일부터 ${MAX_SLOT_DAYS}일까지 입력할 수 있습니다.`;
const START_MESSAGE = '전화 상담 시간을 선택해주세요.';
const WHOM_MESSAGE = '전화를 받을 사람을 선택해주세요.';
const HOURS_MESSAGE = '통화 시간을 요일마다 09:00부터 12:00까지처럼, 겹치지 않게 차례로 입력해주세요.';
const CAPACITY_MESSAGE = `시간마다 받을 인원을 0부터 ${MAX_CAPACITY}까지의 정수로 입력해주세요.`;

/** From today on unless `from` is given. */
export const slotsQuery = z.object({
  from: day().optional(),
  days: z
    .string()
    .regex(/^\d{1,2}$/, DAYS_MESSAGE)
    .transform(Number)
    .pipe(z.int().min(1, DAYS_MESSAGE).max(MAX_SLOT_DAYS, DAYS_MESSAGE))
    .optional(),
});
export type SlotsQuery = z.input<typeof slotsQuery>;

/** A time window in which the firm calls, with the places that are left. */
export const callbackSlot = z.object({ starts_at: timestamp, ends_at: timestamp, left: z.int().min(0) });
export type CallbackSlot = z.infer<typeof callbackSlot>;

/** The beginning of a slot. */
export const bookCallbackBody = z.object({
  starts_at: z.iso.datetime({ offset: true, error: START_MESSAGE }),
  whom: z.enum(CALLEES, { error: WHOM_MESSAGE }).default('buyer'),
});
export type ValidBookCallbackBody = z.output<typeof bookCallbackBody>;
export type BookCallbackBody = z.input<typeof bookCallbackBody>;

/** Today unless a day is given. */
export const callbacksQuery = z.object({ date: day().optional() });
export type CallbacksQuery = z.input<typeof callbacksQuery>;

/** A booked call as administrators see it, with the phone to call; `contacted_at` is set once the firm has called. */
export const adminCallback = z.object({
  order_id: id,
  order_number: z.string(),
  customer: z.string(),
  phone: z.string(),
  whom: z.enum(CALLEES),
  starts_at: timestamp,
  ends_at: timestamp,
  contacted_at: timestamp.nullable(),
});
export type AdminCallback = z.infer<typeof adminCallback>;

/** A time of day in Korea, as in `09:00`; `24:00` ends a day. */
const timeOfDay = z.string({ error: HOURS_MESSAGE }).regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, HOURS_MESSAGE);

const period = z.tuple([timeOfDay, timeOfDay], { error: HOURS_MESSAGE });

/** Periods of a day, in order and apart. */
const dayHours = z
  .array(period, { error: HOURS_MESSAGE })
  .max(MAX_PERIODS, HOURS_MESSAGE)
  .refine((periods) => {
    const times = periods.flat();
    return times.every(
      (time, at) => at === 0 || time > (times[at - 1] ?? '') || (at % 2 === 0 && time === times[at - 1]),
    );
  }, HOURS_MESSAGE);

/** The hours for calls of a week, by the number of the day: Monday is 1. A day that is left out has none. */
export const callHours = z.partialRecord(z.enum(CALL_DAYS), dayHours, { error: HOURS_MESSAGE });
export type WireCallHours = z.infer<typeof callHours>;

const capacity = z.int({ error: CAPACITY_MESSAGE }).min(0, CAPACITY_MESSAGE).max(MAX_CAPACITY, CAPACITY_MESSAGE);

/** Places in each slot, and the hours for calls. What is booked stays, also beyond them. */
export const callbackCapacity = z.object({ capacity, hours: callHours });
export type CallbackCapacity = z.infer<typeof callbackCapacity>;

/**
 * `hours` replaces the whole week; left out it stays. `seen` is what the form was opened with:
 * anything else by now is refused.
 */
export const callbackCapacityBody = z.object({
  capacity,
  hours: callHours.optional(),
  seen: callbackCapacity.optional(),
});
export type CallbackCapacityBody = z.input<typeof callbackCapacityBody>;

const HOLIDAY_MESSAGE = '공휴일의 이름을 입력해주세요.';

/** A holiday that the government has declared at short notice, beside those that the program knows. */
export const declaredHoliday = z.object({ day: day(), name: line(50, HOLIDAY_MESSAGE).min(1, HOLIDAY_MESSAGE) });
export type DeclaredHoliday = z.output<typeof declaredHoliday>;
export type DeclaredHolidayBody = z.input<typeof declaredHoliday>;

export const holidayParam = z.object({ day: day() });
export type HolidayParam = z.input<typeof holidayParam>;

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Reads the hours of the wire. */
export function readCallHours(hours: WireCallHours): CallHours {
  const days = Object.entries(hours).map(([day, periods = []]) => [
    day,
    periods.map(([opens, closes]) => ({ opens: minutesOf(opens), closes: minutesOf(closes) })),
  ]);
  return Object.fromEntries(days);
}

/** Writes hours for the wire. */
export function writeCallHours(hours: CallHours): WireCallHours {
  const days = Object.entries(hours).map(([day, periods]) => [
    day,
    periods.map(({ opens, closes }) => [clockTime(opens), clockTime(closes)]),
  ]);
  return Object.fromEntries(days);
}
