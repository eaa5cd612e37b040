import { MINUTE_MS } from '#server/lib/time.ts';

/** A reply that stays unread so long is told by mail. */
const REPLY_MS = 5 * MINUTE_MS;
/** A customer's message that waits so long in office hours is told to staff. */
const WAITING_MS = 10 * MINUTE_MS;

export function replyNoticeAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + REPLY_MS);
}

export function waitingNoticeAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + WAITING_MS);
}
