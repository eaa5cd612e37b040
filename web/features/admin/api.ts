import { queryOptions } from '@tanstack/react-query';
import type {
  AddNoteRequest,
  AdminOrder,
  AdminOrderListItem,
  DropAttemptBody,
  IssueRefundBody,
  OutsideRefundBody,
  RefundAnswer,
} from '#shared/contract/admin-orders.ts';
import type { PaymentEvent } from '#shared/contract/admin-payment-events.ts';
import * as userCalls from '#shared/features/accounts/admin-calls.ts';
import type { SetRoleBody } from '#shared/features/accounts/admin-schemas.ts';
import * as dashboardCalls from '#shared/features/dashboard/calls.ts';
import type { OrderStatus } from '#shared/rules/order-status.ts';
import { api } from '#web/lib/api.ts';
import { send } from '#web/lib/send.ts';
import { readList, sendList } from '#web/lib/send-list.ts';
import { type OrderSearch, toQuery } from './order-search.ts';

/** Root key of the admin queries: all are refetched after an admin has changed something. */
export const ADMIN_KEY = ['admin'] as const;
const meta = { isPersonal: true };

export const dashboardQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'dashboard'],
  queryFn: ({ signal }) => send(dashboardCalls.get, { signal }),
  meta,
});

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

export const paymentEventsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-events', id],
    queryFn: ({ signal }) => api.get<PaymentEvent[]>(`${orderPath(id)}/payment-events`, { signal }),
    meta,
  });

export const adminUsersQuery = (search: { q?: string | undefined; cursor?: string | undefined }) =>
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

/** Ends all sessions of that user. */
export const setUserRole = (id: number, body: SetRoleBody) => send(userCalls.setRole, { params: { id }, body });

function orderPath(id: string | number): string {
  return `/api/admin/orders/${encodeURIComponent(id)}`;
}

/** Moves no money. The note appears in the customer's timeline. */
export const setOrderStatus = (id: number, request: { status: OrderStatus; note: string }) =>
  api.put<AdminOrder>(orderPath(id), request);

export const addOrderNote = (id: number, request: AddNoteRequest) =>
  api.post<AdminOrder>(`${orderPath(id)}/notes`, request);

export const refundOrder = (id: number, request: IssueRefundBody) =>
  api.post<RefundAnswer>(`${orderPath(id)}/refunds`, request);

/** Records money that was paid back without the provider. */
export const recordOutsideRefund = (id: number, body: OutsideRefundBody) =>
  api.post<RefundAnswer>(`${orderPath(id)}/refunds/outside`, body);

/** Stops following a payment attempt whose outcome stays unclear. */
export const dropAttempt = (id: number, receiptId: string, body: DropAttemptBody) =>
  api.post<AdminOrder>(`${orderPath(id)}/attempts/${encodeURIComponent(receiptId)}/drop`, body);

/** Asks the provider again about the order's payments and refunds. */
export const checkOrder = (id: number) => api.post<AdminOrder>(`${orderPath(id)}/check`);
