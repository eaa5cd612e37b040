import { type DeskHours, dayAfter, isPublicHoliday, koreanDay, momentOf, weekdayOf } from '../business-days.ts';

/** A time window in which the firm calls. */
export type Slot = { startsAt: Date; endsAt: Date };

/** Who is called. */
export const CALLEES = ['buyer', 'soldier'] as const;
export type Callee = (typeof CALLEES)[number];

/** Days on which the firm may call, by their number: Monday is 1, and Sunday is none. */
export const CALL_DAYS = ['1', '2', '3', '4', '5', '6'] as const;
export type CallDay = (typeof CALL_DAYS)[number];

/** Begin and end in minutes since midnight in Korea. */
export type CallPeriod = { readonly opens: number; readonly closes: number };
/** The hours for calls; none on a day that is left out. */
export type CallHours = { readonly [Day in CallDay]?: readonly CallPeriod[] };

const MINUTE_MS = 60_000;
const SLOT_MINUTES = 30;
/** A slot that begins sooner cannot be booked any more. */
const LEAD_MS = 120 * MINUTE_MS;
/** The customer is reminded so long before the slot begins. */
export const REMINDER_MS = 60 * MINUTE_MS;
/** Most places that administrators can set for a slot. */
export const MAX_CAPACITY = 100;
/** Most periods of a day. */
export const MAX_PERIODS = 8;

/** How many days one request lists. */
export const MAX_SLOT_DAYS = 14;

const LUNCH: CallPeriod = { opens: 12 * 60, closes: 13 * 60 };

/** Returns the hours for calls unless staff set others: office hours without lunch, Monday to Friday. */
export function defaultCallHours({ opens, closes }: DeskHours): CallHours {
  const periods = [
    { opens, closes: Math.min(closes, LUNCH.opens) },
    { opens: Math.max(opens, LUNCH.closes), closes },
  ].filter((period) => period.opens < period.closes);
  return { 1: periods, 2: periods, 3: periods, 4: periods, 5: periods };
}

function periodsOf(day: string, hours: CallHours): readonly CallPeriod[] {
  const weekday = CALL_DAYS.find((known) => Number(known) === weekdayOf(day));
  return (weekday && !isPublicHoliday(day) && hours[weekday]) || [];
}

/**
 * Slots of a day in Korea that can be booked at this moment, in order: half an hour each within the
 * hours for calls, never on a public holiday (contract §7).
 */
export function slotsOfDay(day: string, now: Date, hours: CallHours): Slot[] {
  const slots: Slot[] = [];
  for (const { opens, closes } of periodsOf(day, hours)) {
    for (let from = opens; from + SLOT_MINUTES <= closes; from += SLOT_MINUTES) {
      const startsAt = momentOf(day, from);
      if (startsAt.getTime() - now.getTime() >= LEAD_MS) {
        slots.push({ startsAt, endsAt: momentOf(day, from + SLOT_MINUTES) });
      }
    }
  }
  return slots;
}

/** Slots of so many days on the calendar, the first one included. */
export function slotsOfDays(from: string, days: number, now: Date, hours: CallHours): Slot[] {
  const slots: Slot[] = [];
  let day = from;
  for (let count = 0; count < days; count += 1) {
    slots.push(...slotsOfDay(day, now, hours));
    day = dayAfter(day);
  }
  return slots;
}

/**
 * The slot that begins at this moment; undefined where none does, or it cannot be booked any more.
 */
export function slotAt(startsAt: Date, now: Date, hours: CallHours): Slot | undefined {
  const time = startsAt.getTime();
  return slotsOfDay(koreanDay(startsAt), now, hours).find((slot) => slot.startsAt.getTime() === time);
}

/**
 * Places that are left in a slot. Calls booked under other hours, or a larger capacity, stay and
 * count where they overlap.
 */
export function placesLeft(slot: Slot, booked: readonly Slot[], capacity: number): number {
  const taken = booked.filter(({ startsAt, endsAt }) => startsAt < slot.endsAt && endsAt > slot.startsAt).length;
  return Math.max(0, capacity - taken);
}
