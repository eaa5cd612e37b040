import { queryOptions } from '@tanstack/react-query';
import * as deskCalls from '#shared/features/desk/calls.ts';
import type { SaveFilterBody } from '#shared/features/desk/schemas.ts';
import type { OrderCountsQuery } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

const meta = { isPersonal: true };

/** The orders behind each filter of the list, within the conditions. */
export const orderCountsQuery = (conditions: OrderCountsQuery) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'order-counts', conditions],
    queryFn: ({ signal }) => send(deskCalls.countOrders, { query: conditions, signal }),
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
