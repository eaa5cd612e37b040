import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { getAdminOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import { dropAttemptBody, issueRefundBody, outsideRefundBody, refundResponse } from '#shared/contract/admin-orders.ts';
import { PAYMENT_EVENTS_SHOWN, paymentEvent } from '#shared/contract/admin-payment-events.ts';
import { idParam, receiptIdText } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { PaymentDeps } from './attempts/payment-deps.ts';
import { getPaymentEvents } from './events/payment-events.queries.ts';
import { checkOrder } from './processing/check-order.ts';
import { dropAttempt } from './processing/drop-attempt.ts';
import { issueRefund } from './refunds/issue-refund.ts';
import { recordOutsideRefund } from './refunds/record-outside-refund.ts';

type Options = { payments: PaymentDeps; sessions: Sessions };

/** What staff do about money. */
export const paymentsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { payments, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  // Asked for where somebody wants to know what happened, so that the page of an order costs nothing more.
  app.get(
    '/api/admin/orders/:id/payment-events',
    { onRequest, schema: { params: idParam, response: { 200: paymentEvent.array() } } },
    async (request) => {
      const { id } = request.params;
      const { userId, events } = await getPaymentEvents(payments.db, id, PAYMENT_EVENTS_SHOWN);
      const act = {
        action: 'order.view_payments',
        subjectType: 'order',
        subjectId: id,
        after: { user: userId },
      } as const;
      await recordAudit(payments.db, { ...staffOf(request), ...act });
      return events.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
    },
  );

  async function answerWith(orderId: number, refundId: number) {
    const order = await getAdminOrderAnswer(payments.db, orderId);
    const refund = order.refunds.find(({ id }) => id === refundId);
    if (!refund) throw new AppError('CONFLICT');
    return { refund, order };
  }

  app.post(
    '/api/admin/orders/:id/refunds',
    {
      onRequest,
      schema: { params: idParam, body: issueRefundBody, response: { 200: refundResponse, 202: refundResponse } },
    },
    async (request, reply) => {
      const { id } = request.params;
      const answer = await answerWith(id, await issueRefund(payments, staffOf(request), id, request.body));
      reply.code(answer.refund.state === 'requested' ? 202 : 200);
      return answer;
    },
  );

  app.post(
    '/api/admin/orders/:id/refunds/outside',
    { onRequest, schema: { params: idParam, body: outsideRefundBody, response: { 200: refundResponse } } },
    async (request) => {
      const { id } = request.params;
      return answerWith(id, await recordOutsideRefund(payments, staffOf(request), id, request.body));
    },
  );

  app.post(
    '/api/admin/orders/:id/attempts/:receiptId/drop',
    {
      onRequest,
      schema: {
        params: idParam.extend({ receiptId: receiptIdText }),
        body: dropAttemptBody,
        response: { 200: adminOrder },
      },
    },
    async (request) => {
      const { id, receiptId } = request.params;
      await dropAttempt(payments, staffOf(request), id, { receiptId, reason: request.body.reason });
      return getAdminOrderAnswer(payments.db, id);
    },
  );

  app.post(
    '/api/admin/orders/:id/check',
    { onRequest, schema: { params: idParam, response: { 200: adminOrder } } },
    async (request) => {
      await checkOrder(payments, staffOf(request), request.params.id);
      return getAdminOrderAnswer(payments.db, request.params.id);
    },
  );
};
