import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as adminCalls from '#shared/features/consultations/admin-calls.ts';
import type { UpdateCannedReplyBody, UpdateConversationBody } from '#shared/features/consultations/admin-schemas.ts';
import type { BeginConversationBody } from '#shared/features/consultations/schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';
import { inboxFilters } from './inbox-filters.ts';
import type { InboxSearch } from './inbox-search.ts';

const meta = { isPersonal: true };
/** The most that one call lists. */
const ALL = '200';

/** Everything about conversations; events refresh what lies below. */
const CONSULTATIONS_KEY = [...ADMIN_KEY, 'consultations'] as const;
/** Lists that follow the events. A search stays as it is: each one is in the audit log. */
export const INBOX_KEY = [...CONSULTATIONS_KEY, 'inbox'] as const;
export const conversationKey = (id: number) => [...CONSULTATIONS_KEY, 'one', id] as const;

export const inboxQuery = ({ view, q }: Pick<InboxSearch, 'view' | 'q'>) =>
  infiniteQueryOptions({
    queryKey: q === undefined ? [...INBOX_KEY, view] : [...CONSULTATIONS_KEY, 'search', view, q],
    queryFn: ({ pageParam, signal }) =>
      sendList(adminCalls.list, { query: { ...inboxFilters({ view, q }), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  });

export const conversationQuery = (id: number) =>
  queryOptions({
    queryKey: conversationKey(id),
    queryFn: ({ signal }) => send(adminCalls.read, { params: { id }, signal }),
    meta,
  });

export const assigneesQuery = queryOptions({
  queryKey: [...CONSULTATIONS_KEY, 'assignees'],
  queryFn: ({ signal }) => send(adminCalls.listAssignees, { signal }),
  meta,
});

export const cannedRepliesQuery = queryOptions({
  queryKey: [...CONSULTATIONS_KEY, 'canned-replies'],
  queryFn: ({ signal }) => send(adminCalls.listCannedReplies, { query: { limit: ALL }, signal }),
  meta,
});

/** The same `client_id` again sends nothing twice. */
export const beginConversation = (body: BeginConversationBody) => send(adminCalls.begin, { body });

export const updateConversation = (id: number, body: UpdateConversationBody) =>
  send(adminCalls.update, { params: { id }, body });

export const saveCannedReply = (id: number | undefined, body: UpdateCannedReplyBody) =>
  id === undefined
    ? send(adminCalls.createCannedReply, { body })
    : send(adminCalls.updateCannedReply, { params: { id }, body });

export const deleteCannedReply = (id: number) => send(adminCalls.deleteCannedReply, { params: { id } });
