import { MINUTE_MS } from '#server/lib/time.ts';
import { addDeskMinutes, type DeskHours } from '#shared/rules/business-days.ts';

/** A reply that stays unread so long is reported by mail. */
const REPLY_MS = 5 * MINUTE_MS;
/**
 * A customer's message that waits so many minutes of the office hours is reported to
 * administrators.
 */
const WAITING_MINUTES = 10;

export function replyNoticeAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + REPLY_MS);
}

export function waitingNoticeAt(sentAt: Date, hours: DeskHours): Date {
  return addDeskMinutes(sentAt, WAITING_MINUTES, hours);
}
