import { dayAfter, koreanDay, momentOf, nextBusinessDay } from '../business-days.ts';
import { REFUND_BUSINESS_DAYS } from './refund-policy.ts';

/** The day before it on the calendar. */
function dayBefore(day: string): string {
  return koreanDay(new Date(momentOf(day, 0).getTime() - 1));
}

function dueOn(requestedOn: string): string {
  let day = requestedOn;
  for (let passed = 0; passed < REFUND_BUSINESS_DAYS; passed += 1) day = nextBusinessDay(day);
  return day;
}

/**
 * The last day in Korea, as `2026-12-02`, on which a refund request that was made at this moment is
 * handled in time (spec §9). The day of the request does not count.
 */
export function refundDueOn(requestedAt: Date): string {
  return dueOn(koreanDay(requestedAt));
}

/** Requests that were made before this moment, and are still open now, are overdue. */
export function refundOverdueBefore(now: Date): Date {
  const today = koreanDay(now);
  let day = today;
  // A later request is never due earlier, so the first day that is overdue ends the search.
  while (dueOn(day) >= today) day = dayBefore(day);
  return momentOf(dayAfter(day), 0);
}
