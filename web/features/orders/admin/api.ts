import { queryOptions } from '@tanstack/react-query';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import type { AddNoteBody, SetOrderStatusBody } from '#shared/features/orders/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send, urlOf } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';
import type { OrderFilters, OrderSearch } from './order-search.ts';

const meta = { isPersonal: true };

export const adminOrdersQuery = (search: OrderSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'orders', search],
    queryFn: ({ signal }) => sendList(orderCalls.list, { query: search, signal }),
    meta,
  });

/**
 * Address of the CSV file with the orders that the filters leave; `reason` is for the audit log.
 */
export function orderFileUrl({ sort: _sort, order: _order, ...filters }: OrderFilters, reason: string): string {
  return urlOf(orderCalls.exportFile, { query: { ...filters, reason } });
}

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'order', id],
    queryFn: ({ signal }) => send(orderCalls.get, { params: { id }, signal }),
    meta,
  });

/** Moves no money. The note appears in the customer's timeline. */
export const setOrderStatus = (id: number, body: SetOrderStatusBody) =>
  send(orderCalls.setStatus, { params: { id }, body });

export const addOrderNote = (id: number, body: AddNoteBody) => send(orderCalls.addNote, { params: { id }, body });
