import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { route } from '#server/http/api/route.ts';
import { staffOf } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as orderCalls from '#shared/features/orders/admin-calls.ts';
import { adminOrder, setWorkBody } from '#shared/features/orders/admin-schemas.ts';
import { setWorkStarted } from './admin/set-work-started.ts';
import { getAdminOrderAnswer } from './orders.lookup.ts';

/** The firm's work on an order. */
export const workAdminRoutes: FastifyPluginAsync<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  route(
    app,
    orderCalls.setWork,
    {
      summary: 'Mark whether work on an order has begun',
      params: idParam,
      body: setWorkBody,
      answer: adminOrder,
      errors: ['ORDER_NOT_FOUND'],
    },
    async (request) => {
      await setWorkStarted({ db, clock }, staffOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(db, request.params.id);
    },
  );
};
