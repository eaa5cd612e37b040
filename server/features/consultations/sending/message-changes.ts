import { type DeskHours, deskMinutesBetween } from '#shared/rules/business-days.ts';
import { CONVERSATION_MOVES } from '#shared/rules/conversation-status.ts';
import { waitingNoticeAt } from '../notices/due-times.ts';
import type { ConversationRow } from '../thread/conversations.queries.ts';

const CHANGED = [
  'status',
  'version',
  'version_by',
  'waiting_since',
  'waiting_due_at',
  'first_asked_at',
  'first_answered_at',
  'first_response_minutes',
  'last_staff_seq',
] as const;

/** Describes what a message changes of its conversation beside its counts. It also ends a hold and a closure. */
export type MessageChanges = Pick<ConversationRow, (typeof CHANGED)[number]>;
/** The columns that `MessageChanges` are computed from. */
export const BEFORE_A_MESSAGE = [...CHANGED, 'last_seq'] as const;
type Before = Pick<ConversationRow, (typeof BEFORE_A_MESSAGE)[number]>;

function keep({ first_asked_at, first_answered_at, first_response_minutes, last_staff_seq }: Before) {
  return { first_asked_at, first_answered_at, first_response_minutes, last_staff_seq };
}

/** A message of the customer waits for an answer. */
export function changesByCustomer(before: Before, now: Date, hours: DeskHours): MessageChanges {
  const { status, version, waiting_since, waiting_due_at, first_asked_at } = before;
  const next = CONVERSATION_MOVES.customer_message[status] ?? status;
  return {
    ...keep(before),
    status: next,
    version: next === status ? version : version + 1,
    version_by: next === status ? before.version_by : null,
    waiting_since: waiting_since ?? now,
    waiting_due_at: waiting_since ? waiting_due_at : waitingNoticeAt(now, hours),
    first_asked_at: first_asked_at ?? now,
  };
}

/** A message of an administrator answers what waited. */
export function changesByAdmin(before: Before, adminId: number, now: Date, hours: DeskHours): MessageChanges {
  const { status, version, first_asked_at: asked, first_answered_at: answered } = before;
  const next = CONVERSATION_MOVES.staff_message[status] ?? status;
  return {
    ...keep(before),
    status: next,
    version: next === status ? version : version + 1,
    version_by: next === status ? before.version_by : adminId,
    waiting_since: null,
    waiting_due_at: null,
    ...(asked &&
      !answered && {
        first_answered_at: now,
        first_response_minutes: Math.round(deskMinutesBetween(asked, now, hours)),
      }),
    last_staff_seq: before.last_seq + 1,
  };
}
