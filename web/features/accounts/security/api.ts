import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as securityCalls from '#shared/features/accounts/security-calls.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** Logins that one click shows. */
const LOGINS_PER_PAGE = 10;

/** The browsers that are logged in to the account. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => send(securityCalls.listSessions, { signal }),
  gcTime: 0,
  meta: { isPersonal: true },
});

export const endSession = (id: number) => send(securityCalls.endSession, { params: { id } });
export const endOtherSessions = () => send(securityCalls.endOtherSessions);

/** Logins of the account, successful or not, newest first. */
export const loginEventsQuery = infiniteQueryOptions({
  queryKey: ['login-events'],
  queryFn: ({ signal, pageParam }) =>
    sendList(securityCalls.listLoginEvents, { query: { limit: String(LOGINS_PER_PAGE), cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  gcTime: 0,
  meta: { isPersonal: true },
});
