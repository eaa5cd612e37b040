import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { readCaseWork } from '#server/features/casework/casework.lookup.ts';
import { readCaseRoom } from '#server/features/consultations/consultations.lookup.ts';
import { readCaseLetter } from '#server/features/letters/case-letter.lookup.ts';
import { recordPersonsView } from '#server/features/participants/case-views.ts';
import { getCaseAccess, listCaseAccess } from '#server/features/participants/participants.access.ts';
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

/** Orders as those who take part in them read them (contract §3, §8); cancelling is a verb of payments. */
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
    {
      summary: 'List the orders in which the account has a part, newest first',
      query: ownListQuery,
      answer: order.array(),
    },
    async (request, reply) => {
      const { id: userId } = actorOf(request);
      const presenting = { now: clock.now(), texts: dataKeys };
      const page = await listOrders(db, userId, readCursor(request.query.cursor)?.id);
      const ids = page.rows.map(({ order: { id } }) => id);
      const accesses = await listCaseAccess(db, userId, ids, presenting.now);
      const rows = page.rows.flatMap((bought) => {
        const access = accesses.get(bought.order.id);
        return access ? [presentOrder(bought, access, presenting)] : [];
      });
      return sendPart(request, reply, { ...page, rows });
    },
  );

  route(
    app,
    orderCalls.get,
    {
      summary: 'Get an order in which the account has a part',
      params: idParam,
      answer: orderDetail,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      const now = clock.now();
      const access = await getCaseAccess(db, actorOf(request).id, request.params.id, now);
      const bought = await getOrder(db, access.orderId);
      await recordPersonsView(db, access, ['progress', 'papers', 'appointments'], now);
      const presented = presentOrder(bought, access, { now, texts: dataKeys });
      return {
        ...presented,
        ...(await readCaseRoom({ db, dataKeys }, access, now)),
        ...(await readCaseWork({ db, dataKeys, now }, presented, access)),
        letter: await readCaseLetter(db, access, now),
      };
    },
  );
};
