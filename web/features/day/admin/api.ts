import { queryOptions } from '@tanstack/react-query';
import * as dayCalls from '#shared/features/day/calls.ts';
import type { DayItem } from '#shared/features/day/schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

/** How often the queue is read again by itself. */
const REFRESH_MS = 60_000;

export const dayQuery = (whose: 'me' | 'all') =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'day', whose],
    queryFn: ({ signal }) => send(dayCalls.get, { query: { whose }, signal }),
    refetchInterval: REFRESH_MS,
    meta: { isPersonal: true },
  });

/** A case stands once, but an order and a conversation may have the same number. */
export const keyOf = ({ kind, id }: DayItem): string => `${kind} ${id}`;
