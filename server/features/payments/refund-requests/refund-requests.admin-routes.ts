import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { getAdminOrderAnswer } from '#server/features/orders/orders.lookup.ts';
import { readCursor, sendPage } from '#server/http/api/paging.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import { refundResponse } from '#shared/contract/admin-orders.ts';
import {
  grantRefundRequest as grantBody,
  refundRequestListItem,
  refundRequestsQuery,
  refuseRefundRequest as refuseBody,
} from '#shared/contract/admin-refund-requests.ts';
import { idParam } from '#shared/contract/fields.ts';
import { adminOrder } from '#shared/features/orders/admin-schemas.ts';
import type { PaymentDeps } from '../attempts/payment-deps.ts';
import { grantRefundRequest } from './grant-refund-request.ts';
import { presentRefundRequest } from './refund-requests.present.ts';
import { listRefundRequests } from './refund-requests.queries.ts';
import { refuseRefundRequest } from './refuse-refund-request.ts';

type Options = { payments: PaymentDeps; sessions: Sessions };

/** What staff decide about the requests of customers; `:id` is the request's. */
export const refundRequestsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { payments, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;
  const { db } = payments;

  app.get(
    '/api/admin/refund-requests',
    { onRequest, schema: { querystring: refundRequestsQuery, response: { 200: refundRequestListItem.array() } } },
    async (request, reply) => {
      const { status, limit, cursor } = request.query;
      const page = await listRefundRequests(db, { status, limit, after: readCursor(cursor) });
      const act = { action: 'order.list_refund_requests', subjectType: 'order' } as const;
      const after = { status, requests: page.rows.map(({ id }) => id) };
      await recordAudit(db, { ...staffOf(request), ...act, after });
      return sendPage(request, reply, { ...page, rows: page.rows.map(presentRefundRequest) });
    },
  );

  app.post(
    '/api/admin/refund-requests/:id/grant',
    { onRequest, schema: { params: idParam, body: grantBody, response: { 200: refundResponse, 202: refundResponse } } },
    async (request, reply) => {
      const granted = await grantRefundRequest(payments, staffOf(request), request.params.id, request.body);
      const order = await getAdminOrderAnswer(db, granted.orderId);
      const refund = order.refunds.find(({ id }) => id === granted.refundId);
      if (!refund) throw new AppError('CONFLICT');
      reply.code(refund.state === 'requested' ? 202 : 200);
      return { refund, order };
    },
  );

  app.post(
    '/api/admin/refund-requests/:id/refuse',
    { onRequest, schema: { params: idParam, body: refuseBody, response: { 200: adminOrder } } },
    async (request) => {
      const orderId = await refuseRefundRequest(payments, staffOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(db, orderId);
    },
  );
};
