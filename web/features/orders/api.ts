import { queryOptions } from '@tanstack/react-query';
import type { Order, PlacedOrder, PlaceOrderRequest } from '#shared/contract/orders.ts';
import type { PaymentSettings } from '#shared/contract/payments.ts';
import type { RefundAccount } from '#shared/contract/refund-account.ts';
import type { AskForRefundRequest } from '#shared/contract/refund-requests.ts';
import { api } from '#web/lib/api.ts';

/** The logged-in user's orders, newest first. */
export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => api.get<Order[]>('/api/orders/my', { signal }),
  meta: { isPersonal: true },
});

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => api.get<Order>(`/api/orders/${id}`, { signal }),
    meta: { isPersonal: true },
  });

export const placeOrder = (request: PlaceOrderRequest) => api.post<PlacedOrder>('/api/orders', request);

export const cancelOrder = (id: number) => api.patch<Order>(`/api/orders/${id}`, { status: 'cancelled' });

/** While a request is open, a second one returns the same. */
export const askForRefund = (id: number, request: AskForRefundRequest) =>
  api.post<Order>(`/api/orders/${id}/refund-requests`, request);

export const withdrawRefundRequest = (id: number) => api.delete<Order>(`/api/orders/${id}/refund-requests`);

/** Names the account for a refund that needs one; the refund starts at once. */
export const setRefundAccount = (id: number, account: RefundAccount) =>
  api.put<Order>(`/api/orders/${id}/refund-account`, account);

/** What the payment window is opened with; the same for all users. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: ({ signal }) => api.get<PaymentSettings>('/api/bootpay/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
