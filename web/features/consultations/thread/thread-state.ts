import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { Message } from '#shared/features/consultations/schemas.ts';
import type { Side } from './thread-source.ts';

/** Where an entry of a thread is: notes follow the message that they were written after. */
export type Position = { seq: number; note: number };

/** A message that this browser wrote and the server has not confirmed. */
export type PendingMessage = {
  clientId: string;
  kind: 'message' | 'note';
  text: string;
  attachments: readonly Attachment[];
  createdAt: string;
  status: 'sending' | 'failed';
  /** Why it failed. */
  problem?: string | undefined;
};

export type ThreadState = {
  /** In order, each once. */
  messages: readonly Message[];
  /** Up to where nothing is missing; what follows it is asked for on every reconnect. */
  cursor: Position;
  pending: readonly PendingMessage[];
};

export const EMPTY_THREAD: ThreadState = { messages: [], cursor: { seq: 0, note: 0 }, pending: [] };

export function compare(a: Position, b: Position): number {
  return a.seq - b.seq || a.note - b.note;
}

function later(a: Position, b: Position): Position {
  return compare(a, b) < 0 ? { seq: b.seq, note: b.note } : a;
}

/**
 * Adds messages, whatever their order and however often they come; the newer copy of a message
 * wins.
 */
function merge(known: readonly Message[], added: readonly Message[]): readonly Message[] {
  const byPlace = new Map([...known, ...added].map((message) => [`${message.seq}:${message.note}`, message]));
  return [...byPlace.values()].toSorted(compare);
}

function withoutSent(pending: readonly PendingMessage[], added: readonly Message[]): readonly PendingMessage[] {
  const sent = new Set(added.filter(({ is_own }) => is_own).map(({ client_id }) => client_id));
  const left = pending.filter(({ clientId }) => !sent.has(clientId));
  return left.length === pending.length ? pending : left;
}

function add(state: ThreadState, added: readonly Message[]): ThreadState {
  return {
    ...state,
    messages: merge(state.messages, added),
    pending: withoutSent(state.pending, added),
  };
}

/**
 * The first of so many unread messages, which are those of the other side; undefined without any,
 * and the first of all where not all of them are loaded.
 */
export function firstUnread(messages: readonly Message[], unread: number, side: Side): Message | undefined {
  const theirs = messages.filter(({ kind, author }) => kind === 'message' && author.kind !== side);
  return unread > 0 ? theirs[Math.max(theirs.length - unread, 0)] : undefined;
}

/** Returns what the server has listed after the cursor, or as the last messages: without a gap. */
export function addListed(state: ThreadState, listed: readonly Message[]): ThreadState {
  return { ...add(state, listed), cursor: listed.reduce(later, state.cursor) };
}

/** Older messages, or newer copies of known ones. */
export function addKnown(state: ThreadState, added: readonly Message[]): ThreadState {
  return add(state, added);
}

/** A message that was just sent. Others may have come before it: then the cursor stays. */
export function addSent(state: ThreadState, sent: Message, hasNotes: boolean): ThreadState {
  const isNext = !hasNotes && sent.seq === state.cursor.seq + 1;
  const { cursor } = state;
  return { ...add(state, [sent]), cursor: isNext ? later(cursor, sent) : cursor };
}

export function addPending(state: ThreadState, message: PendingMessage): ThreadState {
  return { ...state, pending: [...state.pending, message] };
}

export function changePending(state: ThreadState, clientId: string, changes: Partial<PendingMessage>): ThreadState {
  return {
    ...state,
    pending: state.pending.map((message) => (message.clientId === clientId ? { ...message, ...changes } : message)),
  };
}

export function dropPending(state: ThreadState, clientId: string): ThreadState {
  return { ...state, pending: state.pending.filter((message) => message.clientId !== clientId) };
}

/** Returns whether there is something before the first message. */
export function hasOlder({ messages: [first] }: ThreadState): boolean {
  return first !== undefined && first.seq > 1;
}

/** A thing of the case that stands between the messages by its time, such as a call. */
export type BetweenMessages<Thing> = { at: string; thing: Thing };

/**
 * Returns messages and other things in one order: each thing before the first message that is later. The order of the
 * messages stays.
 */
export function mergeByTime<Thing>(
  messages: readonly Message[],
  between: readonly BetweenMessages<Thing>[],
): (Message | BetweenMessages<Thing>)[] {
  const left = between.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const merged: (Message | BetweenMessages<Thing>)[] = [];
  for (const message of messages) {
    const later = left.findIndex(({ at }) => Date.parse(at) > Date.parse(message.created_at));
    merged.push(...left.splice(0, later === -1 ? left.length : later), message);
  }
  return [...merged, ...left];
}
