import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { wireTime } from '#server/lib/wire-time.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import * as paymentCalls from '#shared/features/payments/admin-calls.ts';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import { issueRefundBody, outsideRefundBody, refundAnswer } from '#shared/features/payments/admin-refund-schemas.ts';
import { attemptParams, dropAttemptBody, paymentEvent } from '#shared/features/payments/admin-schemas.ts';
import { PAYMENT_EVENTS_SHOWN } from '#shared/rules/payments/payment-event.ts';
import { getPaymentEvents } from './events/payment-events.queries.ts';
import { answerAdmin, answerWithRefund } from './order-answers.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { checkOrder } from './processing/check-order.ts';
import { dropAttempt } from './processing/drop-attempt.ts';
import { issueRefund } from './refunds/issue-refund.ts';
import { recordOutsideRefund } from './refunds/record-outside-refund.ts';

/** Payments and refunds, for administrators. */
export const paymentsAdminRoutes: FastifyPluginAsync<{ payments: PaymentDeps }> = async (app, { payments }) => {
  const { db } = payments;

  // Loaded only on request, so that the page of an order costs nothing more.
  route(
    app,
    paymentCalls.listEvents,
    {
      summary: "List the steps of an order's payments and refunds",
      params: idParam,
      answer: paymentEvent.array(),
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      const { id } = request.params;
      const { userId, events } = await getPaymentEvents(payments, id, PAYMENT_EVENTS_SHOWN);
      await recordAudit(db, {
        ...adminOf(request),
        action: 'order.view_payments',
        subjectType: 'order',
        subjectId: id,
        after: { user: userId },
      });
      return events.map((event) => ({ ...event, at: wireTime(event.at) }));
    },
  );

  route(
    app,
    refundCalls.issue,
    {
      summary: 'Give money of an order back at the provider',
      deadline: 'payment',
      params: idParam,
      body: issueRefundBody,
      answer: refundAnswer,
      errors: [
        'ORDER_NOT_FOUND',
        'NOT_PAID',
        'REFUND_IN_PROGRESS',
        'REFUND_EXCEEDS_PAID',
        'REFUND_PROPOSED',
        'SECOND_PERSON_REQUIRED',
      ],
      example: { amount: 110_000, reason: '부분 환불', requestKey: 'refund-20261121-1' },
    },
    async (request, reply) => {
      const { id: orderId } = request.params;
      const refundId = await issueRefund(payments, adminOf(request), orderId, request.body);
      return answerWithRefund(payments, { request, reply }, { orderId, refundId });
    },
  );

  route(
    app,
    refundCalls.recordOutside,
    {
      summary: 'Record money of an order that was paid back by other means',
      params: idParam,
      body: outsideRefundBody,
      answer: refundAnswer,
      errors: ['ORDER_NOT_FOUND', 'NOT_PAID', 'REFUND_IN_PROGRESS', 'REFUND_EXCEEDS_PAID', 'SECOND_PERSON_REQUIRED'],
      example: { amount: 110_000, note: '고객 계좌로 직접 이체' },
    },
    async (request, reply) => {
      const { id: orderId } = request.params;
      const refundId = await recordOutsideRefund(payments, adminOf(request), orderId, request.body);
      return answerWithRefund(payments, { request, reply }, { orderId, refundId });
    },
  );

  route(
    app,
    paymentCalls.dropAttempt,
    {
      summary: 'Stop following a payment attempt that stays unclear',
      deadline: 'payment',
      params: attemptParams,
      body: dropAttemptBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'NOT_FOUND', 'ATTEMPT_ENDED'],
    },
    async (request) => {
      const { id, receiptId } = request.params;
      await dropAttempt(payments, adminOf(request), id, { receiptId, reason: request.body.reason });
      return answerAdmin(payments, request, id);
    },
  );

  route(
    app,
    paymentCalls.check,
    {
      summary: "Ask the provider again about an order's payments and refunds",
      deadline: 'payment',
      params: idParam,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND', 'PROVIDER_UNREACHABLE'],
    },
    async (request) => {
      await checkOrder(payments, adminOf(request), request.params.id);
      return answerAdmin(payments, request, request.params.id);
    },
  );
};
