import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { getAdminOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import {
  adminOrderResponse,
  dropAttemptBody,
  issueRefundBody,
  outsideRefundBody,
  refundResponse,
} from '#shared/contract/admin-orders.ts';
import { PAYMENT_EVENTS_SHOWN, paymentEvent } from '#shared/contract/admin-payment-events.ts';
import { idParam, receiptIdText } from '#shared/contract/fields.ts';
import { checkOrder } from './check-order.ts';
import { dropAttempt } from './drop-attempt.ts';
import { issueRefund } from './issue-refund.ts';
import { getPaymentEvents } from './payment-events.queries.ts';
import { recordOutsideRefund } from './record-outside-refund.ts';
import type { SettleDeps } from './settle-deps.ts';

type Options = { settle: SettleDeps; sessions: Sessions };

/** What staff do about money. */
export const paymentsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { settle, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  // Asked for where somebody wants to know what happened, so that the page of an order costs nothing more.
  app.get(
    '/api/admin/orders/:id/payment-events',
    { onRequest, schema: { params: idParam, response: { 200: paymentEvent.array() } } },
    async (request) => {
      const { id } = request.params;
      const { userId, events } = await getPaymentEvents(settle.db, id, PAYMENT_EVENTS_SHOWN);
      const act = { action: 'order.view_payments', subjectType: 'order', subjectId: id, after: { user: userId } };
      await recordAudit(settle.db, { ...staffOf(request), ...act });
      return events.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
    },
  );

  async function answerWith(orderId: number, refundId: number) {
    const order = await getAdminOrderAnswer(settle.db, orderId);
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
      const answer = await answerWith(id, await issueRefund(settle, staffOf(request), id, request.body));
      reply.code(answer.refund.state === 'requested' ? 202 : 200);
      return answer;
    },
  );

  app.post(
    '/api/admin/orders/:id/refunds/outside',
    { onRequest, schema: { params: idParam, body: outsideRefundBody, response: { 200: refundResponse } } },
    async (request) => {
      const { id } = request.params;
      return answerWith(id, await recordOutsideRefund(settle, staffOf(request), id, request.body));
    },
  );

  app.post(
    '/api/admin/orders/:id/attempts/:receiptId/drop',
    {
      onRequest,
      schema: {
        params: idParam.extend({ receiptId: receiptIdText }),
        body: dropAttemptBody,
        response: { 200: adminOrderResponse },
      },
    },
    async (request) => {
      const { id, receiptId } = request.params;
      await dropAttempt(settle, staffOf(request), id, { receiptId, reason: request.body.reason });
      return getAdminOrderAnswer(settle.db, id);
    },
  );

  app.post(
    '/api/admin/orders/:id/check',
    { onRequest, schema: { params: idParam, response: { 200: adminOrderResponse } } },
    async (request) => {
      await checkOrder(settle, staffOf(request), request.params.id);
      return getAdminOrderAnswer(settle.db, request.params.id);
    },
  );
};
