import type { Message } from '#shared/features/consultations/schemas.ts';
import type { Position } from './thread-state.ts';

export type Side = 'customer' | 'staff';

export type OutgoingMessage = {
  client_id: string;
  kind: 'message' | 'note';
  text: string;
  attachment_ids: number[];
};

export type MessageRange = { after?: Position; before?: Position; limit?: number };

/**
 * The calls of one conversation, for its customer or for administrators: the same thread on
 * different actions.
 */
export type ThreadSource = {
  conversationId: number;
  /** Whose page it is. Own messages are those of the whole side. */
  side: Side;
  /** In order; without a range the last ones. */
  list: (range: MessageRange, signal: AbortSignal) => Promise<Message[]>;
  /** The same `client_id` again is the same message, stored once. */
  send: (message: OutgoingMessage) => Promise<Message>;
  markRead: (seq: number) => Promise<unknown>;
  reportTyping: (kind: OutgoingMessage['kind']) => Promise<unknown>;
};
