import { queryOptions } from '@tanstack/react-query';
import * as deskCalls from '#shared/features/desk/calls.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const BADGES_KEY = [...ADMIN_KEY, 'badges'] as const;

/** Holds what waits behind the entries of the menu. */
export const badgesQuery = queryOptions({
  queryKey: BADGES_KEY,
  queryFn: ({ signal }) => send(deskCalls.getBadges, { signal }),
  meta: { isPersonal: true },
});
