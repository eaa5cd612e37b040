const DAY_MS = 86_400_000;

/**
 * The statuses of a conversation (contract §5).
 * - waiting: the customer wrote last and has no answer yet
 * - answered: administrators wrote last
 * - on_hold: rests until a day that administrators set; that day or a customer's message wakes it
 * - closed: ended by an administrator; a customer's message reopens it for 30 days
 */
export const CONVERSATION_STATUSES = ['waiting', 'answered', 'on_hold', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** Acts that change the status of a conversation. Administrators may also set any status. */
export type ConversationAct = 'customer_message' | 'staff_message' | 'hold_over_unanswered' | 'hold_over_answered';

/** The status after an act, by the status before it; null where the act does not happen. */
export const CONVERSATION_MOVES: Record<ConversationAct, Record<ConversationStatus, ConversationStatus | null>> = {
  customer_message: { waiting: 'waiting', answered: 'waiting', on_hold: 'waiting', closed: 'waiting' },
  staff_message: { waiting: 'answered', answered: 'answered', on_hold: 'answered', closed: 'answered' },
  hold_over_unanswered: { waiting: null, answered: null, on_hold: 'waiting', closed: null },
  hold_over_answered: { waiting: null, answered: null, on_hold: 'answered', closed: null },
};

/** For how long a customer's message reopens a closed conversation, in days. */
export const REOPEN_DAYS = 30;

/** Until when a customer's message reopens a conversation that was closed at `closedAt`. */
export function reopensUntil(closedAt: Date): Date {
  return new Date(closedAt.getTime() + REOPEN_DAYS * DAY_MS);
}

/** Returns whether a customer's message still reopens a conversation that was closed at `closedAt`. */
export function canReopen(closedAt: Date, now: Date): boolean {
  return now.getTime() <= reopensUntil(closedAt).getTime();
}

const LABELS: Record<ConversationStatus, string> = {
  waiting: '답변 대기',
  answered: '답변 완료',
  on_hold: '보류',
  closed: '종료',
};

/** Returns the label of a status for customers and administrators. */
export function conversationStatusLabel(status: ConversationStatus): string {
  return LABELS[status];
}

/** Holds what an event message reports. */
export const CONVERSATION_EVENTS = [
  'assigned',
  'unassigned',
  'status_changed',
  'on_hold',
  'hold_over',
  'closed',
  'reopened',
  'step_done',
] as const;
export type ConversationEvent = (typeof CONVERSATION_EVENTS)[number];
