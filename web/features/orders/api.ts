import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as orderCalls from '#shared/features/orders/calls.ts';
import type { PlaceOrderBody } from '#shared/features/orders/schemas.ts';
import * as paymentCalls from '#shared/features/payments/calls.ts';
import * as refundCalls from '#shared/features/payments/refund-calls.ts';
import type { RefundAccount, RequestRefundBody } from '#shared/features/payments/refund-schemas.ts';
import type { ConfirmPaymentBody } from '#shared/features/payments/schemas.ts';
import { send } from '#web/lib/send.ts';
import { sendList } from '#web/lib/send-list.ts';

/** The server may have to wait for the provider twice. */
const CONFIRM_TIMEOUT_MS = 60_000;

/** The logged-in user's orders, newest first. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam, signal }) =>
    sendList(orderCalls.listMine, { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  meta: { isPersonal: true },
});

export const orderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', id],
    queryFn: ({ signal }) => send(orderCalls.get, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const placeOrder = (body: PlaceOrderBody) => send(orderCalls.place, { body });

export const cancelOrder = (id: number) => send(orderCalls.cancel, { params: { id }, body: { status: 'cancelled' } });

/** While a request is open, a second one returns the same. */
export const requestRefund = (id: number, body: RequestRefundBody) => send(refundCalls.ask, { params: { id }, body });

export const withdrawRefundRequest = (id: number) => send(refundCalls.withdraw, { params: { id } });

/** Names the account for a refund that needs one; the refund starts at once. */
export const setRefundAccount = (id: number, body: RefundAccount) =>
  send(refundCalls.setAccount, { params: { id }, body });

/** Holds what the payment window is opened with; the same for all users. */
export const paymentSettingsQuery = queryOptions({
  queryKey: ['payment-settings'],
  queryFn: ({ signal }) => send(paymentCalls.getSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const confirmPayment = (body: ConfirmPaymentBody) =>
  send(paymentCalls.confirm, { body, timeoutMs: CONFIRM_TIMEOUT_MS });
