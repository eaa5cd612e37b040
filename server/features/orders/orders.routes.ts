import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam } from '#shared/contract/fields.ts';
import { orderResponse, placeOrderRequest, placeOrderResponse } from '#shared/contract/orders.ts';
import { presentOrder } from './orders.present.ts';
import { getOrder, listOrders } from './orders.queries.ts';
import { placeOrder } from './placing/place-order.ts';

type Options = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  limits: { ordersPerMinute: number };
};

/** Orders of the person who is logged in (contract §3); cancelling one is up to payments. */
export const ordersRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, clock, sessions, limits }) => {
  registerNoStore(app);
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
};
