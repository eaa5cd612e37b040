import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { readCaseRoom } from '#server/features/consultations/consultations.lookup.ts';
import { readCursor, sendPart } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam } from '#shared/contract/fields.ts';
import { ownListQuery } from '#shared/contract/own-lists.ts';
import * as orderCalls from '#shared/features/orders/calls.ts';
import { order, orderDetail, placedOrder, placeOrderBody } from '#shared/features/orders/schemas.ts';
import { presentOrder } from './orders.present.ts';
import { getOrder, listOrders } from './orders.queries.ts';
import { placeOrder } from './placing/place-order.ts';

type Options = {
  db: Db;
  dataKeys: DataKeys;
  clock: Clock;
  limits: { ordersPerMinute: number };
};

/** The user's own orders (contract §3); cancelling is a verb of payments. */
export const ordersRoutes: FastifyPluginAsync<Options> = async (app, { db, dataKeys, clock, limits }) => {
  route(
    app,
    orderCalls.place,
    {
      summary: 'Place an order',
      body: placeOrderBody,
      answer: placedOrder,
      errors: [
        'SERVICE_NOT_FOUND',
        'SOLDIER_NOT_FOUND',
        'NO_VALID_PLAN',
        'PRICE_MISMATCH',
        'TERMS_CHANGED',
        'TOO_MANY_REQUESTS',
      ],
      example: { service_id: 12, soldier_id: 3, selected_plan: '기본', price: 330_000 },
    },
    (request) => placeOrder({ db, dataKeys, clock, limits }, actorOf(request), request.body),
  );

  route(
    app,
    orderCalls.listMine,
    { summary: 'List the orders of the account, newest first', query: ownListQuery, answer: order.array() },
    async (request, reply) => {
      const presenting = { now: clock.now(), texts: dataKeys };
      const page = await listOrders(db, actorOf(request).id, readCursor(request.query.cursor)?.id);
      return sendPart(request, reply, { ...page, rows: page.rows.map((bought) => presentOrder(bought, presenting)) });
    },
  );

  route(
    app,
    orderCalls.get,
    { summary: 'Get an order of the account', params: idParam, answer: orderDetail, errors: ['ORDER_NOT_FOUND'] },
    async (request) => {
      const bought = await getOrder(db, actorOf(request).id, request.params.id);
      return {
        ...presentOrder(bought, { now: clock.now(), texts: dataKeys }),
        ...(await readCaseRoom({ db, dataKeys }, bought.order.id)),
      };
    },
  );
};
