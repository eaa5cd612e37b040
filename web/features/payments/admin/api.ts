import { queryOptions } from '@tanstack/react-query';
import type {
  AdminOrder,
  DropAttemptBody,
  IssueRefundBody,
  OutsideRefundBody,
  RefundAnswer,
} from '#shared/contract/admin-orders.ts';
import type { PaymentEvent } from '#shared/contract/admin-payment-events.ts';
import { ADMIN_KEY } from '#web/features/admin-kit/admin-key.ts';
import { api } from '#web/lib/api.ts';

const meta = { isPersonal: true };

function orderPath(id: string | number): string {
  return `/api/admin/orders/${encodeURIComponent(id)}`;
}

export const paymentEventsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-events', id],
    queryFn: ({ signal }) => api.get<PaymentEvent[]>(`${orderPath(id)}/payment-events`, { signal }),
    meta,
  });

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
