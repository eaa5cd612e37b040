import { call } from '#shared/contract/call.ts';
import type { IdParam, Success } from '#shared/contract/fields.ts';
import type {
  Conversation,
  ConversationsQuery,
  Desk,
  MarkReadBody,
  Message,
  MessagesQuery,
  OpenConversationBody,
  ReadMark,
  SendMessageBody,
  UnreadCount,
} from './schemas.ts';

/** The own conversations, latest activity first. */
export const list = call<{ query: ConversationsQuery; answer: Conversation[] }>('GET', '/api/consultations', {
  access: 'user',
});

/** For the mark in the header of every page. */
export const countUnread = call<{ answer: UnreadCount }>('GET', '/api/consultations/unread', { access: 'user' });

/** By the server's clock: that of a phone may be wrong. */
export const readDesk = call<{ answer: Desk }>('GET', '/api/consultations/desk', { access: 'user' });

/** 200 where the same `client_id` has opened it before. */
export const open = call<{ body: OpenConversationBody; answer: Conversation }>('POST', '/api/consultations', {
  access: 'user',
  status: [201, 200],
});

export const read = call<{ params: IdParam; answer: Conversation }>('GET', '/api/consultations/:id', {
  access: 'user',
});

/** In the order of `seq`. */
export const listMessages = call<{ params: IdParam; query: MessagesQuery; answer: Message[] }>(
  'GET',
  '/api/consultations/:id/messages',
  { access: 'user' },
);

/** 200 where the same `client_id` was sent before. */
export const sendMessage = call<{ params: IdParam; body: SendMessageBody; answer: Message }>(
  'POST',
  '/api/consultations/:id/messages',
  { access: 'user', status: [201, 200] },
);

export const markRead = call<{ params: IdParam; body: MarkReadBody; answer: ReadMark }>(
  'PUT',
  '/api/consultations/:id/read',
  { access: 'user', isAutomatic: true },
);

/** Tells the other side; stored nowhere. */
export const reportTyping = call<{ params: IdParam; answer: Success }>('POST', '/api/consultations/:id/typing', {
  access: 'user',
  isAutomatic: true,
});
