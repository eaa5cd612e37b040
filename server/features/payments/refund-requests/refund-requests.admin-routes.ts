import type { FastifyPluginAsync } from 'fastify';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import * as refundCalls from '#shared/features/payments/admin-refund-calls.ts';
import {
  grantRefundBody,
  refundAnswer,
  refundRequestListItem,
  refundRequestsQuery,
  refuseRefundBody,
} from '#shared/features/payments/admin-refund-schemas.ts';
import { answerAdmin, answerWithRefund } from '../order-answers.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { grantRefundRequest } from './grant-refund-request.ts';
import { presentRefundRequest } from './refund-requests.present.ts';
import { listRefundRequests } from './refund-requests.queries.ts';
import { refuseRefundRequest } from './refuse-refund-request.ts';

/** Decisions of administrators about refund requests; `:id` is the request. */
export const refundRequestsAdminRoutes: FastifyPluginAsync<{ payments: PaymentDeps }> = async (app, { payments }) => {
  const { db, clock } = payments;

  route(
    app,
    refundCalls.listRequests,
    { summary: 'List the refund requests', query: refundRequestsQuery, answer: refundRequestListItem.array() },
    async (request, reply) => {
      const { cursor, ...query } = request.query;
      const page = await listRefundRequests(db, { ...query, after: readCursor(cursor), now: clock.now() });
      const after = { status: query.status, due: query.due, requests: page.rows.map(({ id }) => id) };
      await recordAudit(db, {
        ...adminOf(request),
        action: 'order.list_refund_requests',
        subjectType: 'order',
        after,
      });
      return sendPage(request, reply, {
        ...page,
        rows: page.rows.map((row) => presentRefundRequest(row, payments.dataKeys)),
      });
    },
  );

  route(
    app,
    refundCalls.grant,
    {
      summary: 'Grant a refund request and give the money back',
      deadline: 'payment',
      params: idParam,
      body: grantRefundBody,
      answer: refundAnswer,
      errors: [
        'REFUND_REQUEST_NOT_FOUND',
        'REFUND_REQUEST_CLOSED',
        'NOT_PAID',
        'REFUND_IN_PROGRESS',
        'REFUND_EXCEEDS_PAID',
        'REFUND_PROPOSED',
        'SECOND_PERSON_REQUIRED',
      ],
      example: { amount: 330_000, note: '환불 정책에 따라 전액 환불합니다.' },
    },
    async (request, reply) => {
      const granted = await grantRefundRequest(payments, adminOf(request), request.params.id, request.body);
      return answerWithRefund(payments, { request, reply }, granted);
    },
  );

  route(
    app,
    refundCalls.refuse,
    {
      summary: 'Refuse a refund request',
      params: idParam,
      body: refuseRefundBody,
      answer: adminOrder,
      errors: ['REFUND_REQUEST_NOT_FOUND', 'REFUND_REQUEST_CLOSED'],
    },
    async (request) => {
      const orderId = await refuseRefundRequest(payments, adminOf(request), request.params.id, request.body);
      return answerAdmin(payments, request, orderId);
    },
  );
};
