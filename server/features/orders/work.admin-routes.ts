import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/guards/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import { adminOrderResponse } from '#shared/contract/admin-orders.ts';
import { setWorkRequest } from '#shared/contract/admin-refund-requests.ts';
import { idParam } from '#shared/contract/fields.ts';
import { setWorkStarted } from './admin/set-work-started.ts';
import { getAdminOrderAnswer } from './orders.lookup.ts';

type Options = { db: Db; clock: Clock; sessions: Sessions };

/** Whether the firm has begun to work on an order, which decides what the refund policy gives back. */
export const workAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, clock, sessions }) => {
  registerNoStore(app);

  app.put(
    '/api/admin/orders/:id/work',
    {
      onRequest: sessions.requireAdmin,
      schema: { params: idParam, body: setWorkRequest, response: { 200: adminOrderResponse } },
    },
    async (request) => {
      await setWorkStarted({ db, clock }, staffOf(request), request.params.id, request.body);
      return getAdminOrderAnswer(db, request.params.id);
    },
  );
};
