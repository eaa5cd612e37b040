import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as consultationCalls from '#shared/features/consultations/calls.ts';
import type { OpenConversationBody } from '#shared/features/consultations/schemas.ts';
import { serverNow } from '#web/lib/browsers/server-clock.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';
import type { ThreadSource } from './thread/thread-source.ts';

/** Every own conversation; events refresh what lies below. */
export const CONSULTATIONS_KEY = ['consultations'] as const;

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: [...CONSULTATIONS_KEY, 'one', id],
    queryFn: ({ signal }) => send(consultationCalls.read, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

/** The own conversations, latest activity first. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: [...CONSULTATIONS_KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    sendList(consultationCalls.list, { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  meta: { isPersonal: true },
});

const MIN_DESK_MS = 10_000;
const MAX_DESK_MS = 60 * 60_000;

/** True when the firm answers now; asked again when that changes. */
export const deskQuery = queryOptions({
  queryKey: ['desk'],
  queryFn: ({ signal }) => send(consultationCalls.readDesk, { signal }),
  refetchInterval: ({ state: { data } }) => {
    const left = data ? Date.parse(data.changes_at) - serverNow().getTime() : MAX_DESK_MS;
    return Math.min(Math.max(left, MIN_DESK_MS), MAX_DESK_MS);
  },
});

/** The same `client_id` again opens no second conversation. */
export const openConversation = (body: OpenConversationBody) => send(consultationCalls.open, { body });

/** The thread of an own conversation. */
export function customerSource(id: number): ThreadSource {
  const params = { id };
  return {
    conversationId: id,
    side: 'customer',
    list: ({ after, before, limit }, signal) =>
      send(consultationCalls.listMessages, {
        params,
        query: {
          ...(after && { after: String(after.seq) }),
          ...(before && { before: String(before.seq) }),
          ...(limit && { limit: String(limit) }),
        },
        signal,
      }),
    send: ({ client_id, text, attachment_ids }) =>
      send(consultationCalls.sendMessage, { params, body: { client_id, text, attachment_ids } }),
    markRead: (seq) => send(consultationCalls.markRead, { params, body: { seq } }),
    reportTyping: () => send(consultationCalls.reportTyping, { params }),
  };
}
