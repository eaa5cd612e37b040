import { queryOptions } from '@tanstack/react-query';
import * as paymentCalls from '#shared/features/payments/admin-calls.ts';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import type { IssueRefundBody, OutsideRefundBody } from '#shared/features/payments/admin-refund-schemas.ts';
import type { DropAttemptBody } from '#shared/features/payments/admin-schemas.ts';
import { ADMIN_KEY } from '#web/admin-kit/admin-key.ts';
import { send } from '#web/lib/send.ts';

export const paymentEventsQuery = (id: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'payment-events', id],
    queryFn: ({ signal }) => send(paymentCalls.listEvents, { params: { id }, signal }),
    meta: { isPersonal: true },
  });

export const refundOrder = (id: number, body: IssueRefundBody) => send(refundCalls.issue, { params: { id }, body });

/** Records money that was paid back without the provider. */
export const recordOutsideRefund = (id: number, body: OutsideRefundBody) =>
  send(refundCalls.recordOutside, { params: { id }, body });

/** Stops following a payment attempt whose outcome stays unclear. */
export const dropAttempt = (id: number, receiptId: string, body: DropAttemptBody) =>
  send(paymentCalls.dropAttempt, { params: { id, receiptId }, body });

/** Asks the provider again about the order's payments and refunds. */
export const checkOrder = (id: number) => send(paymentCalls.check, { params: { id } });
