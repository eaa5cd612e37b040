import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { SettleDeps } from '#server/features/payments/settle-deps.ts';
import type { RateLimiter } from '#server/http/rate-limit.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import { idParam } from '#shared/contract/fields.ts';
import { orderResponse, patchOrderRequest, placeOrderRequest, placeOrderResponse } from '#shared/contract/orders.ts';
import { cancelOrder } from './cancel-order.ts';
import { presentOrder } from './orders.present.ts';
import { getOrder, listOrders } from './orders.queries.ts';
import { placeOrder } from './place-order.ts';

type Options = {
  settle: SettleDeps;
  sessions: Sessions;
  limits: { ordersPerMinute: number; cancel: RateLimiter };
};

/** Orders of the person who is logged in (contract §3). */
export const ordersRoutes: FastifyPluginAsyncZod<Options> = async (app, { settle, sessions, limits }) => {
  registerNoStore(app);
  const { db, clock } = settle;
  const onRequest = sessions.requireUser;

  app.post(
    '/api/orders',
    { onRequest, schema: { body: placeOrderRequest, response: { 201: placeOrderResponse } } },
    async (request, reply) => {
      reply.code(201);
      return placeOrder({ db, clock, limits }, actorOf(request), request.body);
    },
  );

  app.get('/api/orders/my', { onRequest, schema: { response: { 200: orderResponse.array() } } }, async (request) =>
    (await listOrders(db, actorOf(request).id)).map((order) => presentOrder(order, clock.now())),
  );

  app.get(
    '/api/orders/:id',
    { onRequest, schema: { params: idParam, response: { 200: orderResponse } } },
    async (request) => presentOrder(await getOrder(db, actorOf(request).id, request.params.id), clock.now()),
  );

  app.patch(
    '/api/orders/:id',
    { onRequest, schema: { params: idParam, body: patchOrderRequest, response: { 200: orderResponse } } },
    async (request) => {
      const actor = actorOf(request);
      await limits.cancel.consume(String(actor.id));
      return presentOrder(await cancelOrder(settle, actor, request.params.id), clock.now());
    },
  );
};
