import type { FastifyPluginAsync } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import { order } from '#shared/features/orders/schemas.ts';
import * as refundCalls from '#shared/features/payments/refund-calls.ts';
import { refundAccount, requestRefundBody } from '#shared/features/payments/refund-schemas.ts';
import { answerBuyer } from '../order-answers.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { setRefundAccount } from '../refunds/set-refund-account.ts';
import { requestRefund } from './request-refund.ts';
import { withdrawRefundRequest } from './withdraw-refund-request.ts';

/** Refunds as customers see them; `:id` is the order's. */
export const refundRequestsRoutes: FastifyPluginAsync<{ payments: PaymentDeps }> = async (app, { payments }) => {
  route(
    app,
    refundCalls.ask,
    {
      summary: 'Request a refund of an order',
      deadline: 'payment',
      params: idParam,
      body: requestRefundBody,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'NOT_PAID', 'REFUND_IN_PROGRESS', 'TOO_MANY_REQUESTS'],
      example: { reason: '상담 전에 문제가 해결되었습니다.' },
    },
    async (request, reply) => {
      const isNew = await requestRefund(payments, actorOf(request), request.params.id, request.body);
      reply.code(isNew ? 201 : 200);
      return answerBuyer(payments, request, request.params.id);
    },
  );

  route(
    app,
    refundCalls.withdraw,
    {
      summary: 'Withdraw the refund request of an order',
      params: idParam,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'REFUND_REQUEST_NOT_FOUND', 'REFUND_REQUEST_CLOSED'],
    },
    async (request) => {
      await withdrawRefundRequest(payments, actorOf(request), request.params.id);
      return answerBuyer(payments, request, request.params.id);
    },
  );

  route(
    app,
    refundCalls.setAccount,
    {
      summary: 'Name the account that a refund is paid to',
      deadline: 'payment',
      params: idParam,
      body: refundAccount,
      answer: order,
      errors: ['ORDER_NOT_FOUND', 'NO_REFUND_WAITING'],
      example: { bank_code: '004', number: '12345678901234', holder: '김하나' },
    },
    async (request) => {
      await setRefundAccount(payments, actorOf(request), request.params.id, request.body);
      return answerBuyer(payments, request, request.params.id);
    },
  );
};
