import { DEFAULT_DESK_HOURS, type DeskHours, dayAfter, isBusinessDay, koreanDay, momentOf } from '../business-days.ts';

/** A time window in which the firm calls. */
export type Slot = { startsAt: Date; endsAt: Date };

const MINUTE_MS = 60_000;
const SLOT_MINUTES = 120;
/** A slot that begins sooner cannot be booked any more. */
const LEAD_MS = 120 * MINUTE_MS;
/** The customer is reminded so long before the slot begins. */
export const REMINDER_MS = 60 * MINUTE_MS;
/** Most places that administrators can set for a slot. */
export const MAX_CAPACITY = 100;

/** How many days one request lists. */
export const MAX_SLOT_DAYS = 14;

/**
 * Slots of a day in Korea that can be booked at this moment, in order: two hours each, from the
 * opening on, on business days (contract §7).
 */
export function slotsOfDay(day: string, now: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Slot[] {
  if (!isBusinessDay(day)) return [];
  const slots: Slot[] = [];
  for (let from = hours.opens; from + SLOT_MINUTES <= hours.closes; from += SLOT_MINUTES) {
    const startsAt = momentOf(day, from);
    if (startsAt.getTime() - now.getTime() >= LEAD_MS) {
      slots.push({ startsAt, endsAt: momentOf(day, from + SLOT_MINUTES) });
    }
  }
  return slots;
}

/** Slots of so many days on the calendar, the first one included. */
export function slotsOfDays(from: string, days: number, now: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Slot[] {
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
export function slotAt(startsAt: Date, now: Date, hours: DeskHours = DEFAULT_DESK_HOURS): Slot | undefined {
  const time = startsAt.getTime();
  return slotsOfDay(koreanDay(startsAt), now, hours).find((slot) => slot.startsAt.getTime() === time);
}

/**
 * Places that are left in a slot. Calls booked under other office hours, or a larger capacity, stay
 * and count where they overlap.
 */
export function placesLeft(slot: Slot, booked: readonly Slot[], capacity: number): number {
  const taken = booked.filter(({ startsAt, endsAt }) => startsAt < slot.endsAt && endsAt > slot.startsAt).length;
  return Math.max(0, capacity - taken);
}
