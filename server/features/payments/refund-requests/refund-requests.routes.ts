import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam } from '#shared/contract/fields.ts';
import { askForRefundRequest } from '#shared/contract/refund-requests.ts';
import { order } from '#shared/features/orders/schemas.ts';
import { askForRefund } from './ask-for-refund.ts';
import { withdrawRefundRequest } from './withdraw-refund-request.ts';

type Options = { db: Db; clock: Clock; sessions: Sessions };

/** What customers ask for; `:id` is the order's. */
export const refundRequestsRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, clock, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireUser;
  const deps = { db, clock };

  app.post(
    '/api/orders/:id/refund-requests',
    {
      onRequest,
      schema: { params: idParam, body: askForRefundRequest, response: { 200: order, 201: order } },
    },
    async (request, reply) => {
      const { order, isNew } = await askForRefund(deps, actorOf(request), request.params.id, request.body);
      reply.code(isNew ? 201 : 200);
      return order;
    },
  );

  app.delete(
    '/api/orders/:id/refund-requests',
    { onRequest, schema: { params: idParam, response: { 200: order } } },
    async (request) => withdrawRefundRequest(deps, actorOf(request), request.params.id),
  );
};
