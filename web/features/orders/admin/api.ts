import { queryOptions } from '@tanstack/react-query';
import type { AddNoteRequest, AdminOrder, AdminOrderListItem } from '#shared/contract/admin-orders.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { toQuery } from '#web/features/admin-kit/search-values.ts';
import { api } from '#web/lib/api.ts';
import { readList } from '#web/lib/send-list.ts';
import type { OrderSearch } from './order-search.ts';

const meta = { isPersonal: true };

export const adminOrdersQuery = (search: OrderSearch) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'orders', search],
    queryFn: ({ signal }) => readList<AdminOrderListItem>(`/api/admin/orders?${toQuery(search)}`, { signal }),
    meta,
  });

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'order', id],
    queryFn: ({ signal }) => api.get<AdminOrder>(orderPath(id), { signal }),
    meta,
  });

function orderPath(id: string | number): string {
  return `/api/admin/orders/${encodeURIComponent(id)}`;
}

/** Moves no money. The note appears in the customer's timeline. */
export const setOrderStatus = (id: number, request: { status: OrderStatus; note: string }) =>
  api.put<AdminOrder>(orderPath(id), request);

export const addOrderNote = (id: number, request: AddNoteRequest) =>
  api.post<AdminOrder>(`${orderPath(id)}/notes`, request);

/** From then on the refund policy gives nothing back for a single service. */
export const setWorkStarted = (orderId: number, isStarted: boolean) =>
  api.put<AdminOrder>(`/api/admin/orders/${orderId}/work`, { isStarted });
