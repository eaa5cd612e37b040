import { queryOptions } from '@tanstack/react-query';
import * as deskCalls from '#shared/features/desk/calls.ts';
import type { SaveFilterBody } from '#shared/features/desk/schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

const meta = { isPersonal: true };

export const orderCountsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'order-counts'],
  queryFn: ({ signal }) => send(deskCalls.countOrders, { signal }),
  meta,
});

/** Orders, members and services that match a text. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'search', q],
    queryFn: ({ signal }) => send(deskCalls.search, { query: { q }, signal }),
    meta,
  });

export const savedFiltersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'saved-filters'],
  queryFn: ({ signal }) => send(deskCalls.listFilters, { signal }),
  meta,
});

/** The same name again replaces the filter. */
export const saveFilter = (body: SaveFilterBody) => send(deskCalls.saveFilter, { body });

export const renameFilter = (id: number, name: string) =>
  send(deskCalls.renameFilter, { params: { id }, body: { name } });

export const deleteFilter = (id: number) => send(deskCalls.deleteFilter, { params: { id } });
