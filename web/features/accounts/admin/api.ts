import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import type { SetActiveBody, SetPermissionsBody, SetRoleBody } from '#shared/features/accounts/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';
import type { UserFilters } from './user-search.ts';

const meta = { isPersonal: true };

export const adminUsersQuery = (search: UserFilters & { cursor?: string | undefined }) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'users', search],
    queryFn: ({ signal }) => sendList(userCalls.list, { query: search, signal }),
    meta,
  });

export const adminUserQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'user', id],
    queryFn: ({ signal }) => send(userCalls.get, { params: { id }, signal }),
    meta,
  });

/** Longer pages than the account has soldiers with its own page. */
const SOLDIERS_PAGE = '200';

export const soldiersOfQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'user', String(id), 'soldiers'],
    queryFn: ({ pageParam, signal }) =>
      sendList(userCalls.listSoldiers, { params: { id }, query: { limit: SOLDIERS_PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta,
  });

/** Ends all sessions of that user. */
export const setUserRole = (id: number, body: SetRoleBody) => send(userCalls.setRole, { params: { id }, body });

/** Ends all sessions of that user. */
export const setUserPermissions = (id: number, body: SetPermissionsBody) =>
  send(userCalls.setPermissions, { params: { id }, body });

/** Ends all sessions of that user. */
export const setUserActive = (id: number, body: SetActiveBody) => send(userCalls.setActive, { params: { id }, body });
