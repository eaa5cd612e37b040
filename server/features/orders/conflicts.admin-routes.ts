import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { soughtBy } from '#server/features/audit/sought.ts';
import { adminOf, viewerOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { AdminLimits } from '#server/http/guards/admin-limits.ts';
import type { DataKeys } from '#server/lib/keys/data-keys.ts';
import { idParam } from '#shared/contract/fields.ts';
import * as conflictCalls from '#shared/features/orders/conflict-calls.ts';
import { conflict, conflictsQuery, setOpponentsBody } from '#shared/features/orders/conflict-schemas.ts';
import { findConflicts } from './conflicts/find-conflicts.ts';
import { setOpponents } from './conflicts/set-opponents.ts';
import { type AdminOrderReading, getAdminOrderAnswer } from './orders.lookup.ts';

type Options = { db: Db; dataKeys: DataKeys; limits: AdminLimits } & AdminOrderReading;

/** The other side of each case, so that the firm represents no two sides (변호사법 §31, contract §9). */
export const conflictsAdminRoutes: FastifyPluginAsync<Options> = async (app, deps) => {
  const { db, dataKeys, limits } = deps;

  route(
    app,
    conflictCalls.setOpponents,
    {
      summary: 'Set the opponents of a case, and get its conflicts',
      params: idParam,
      body: setOpponentsBody,
      answer: conflict.array(),
      errors: ['ORDER_NOT_FOUND', 'VERSION_CONFLICT'],
      example: { names: ['홍길동'] },
    },
    async (request) => {
      await setOpponents(deps, adminOf(request), request.params.id, request.body);
      return (await getAdminOrderAnswer(deps, request.params.id, viewerOf(request))).conflicts;
    },
  );

  route(
    app,
    conflictCalls.findConflicts,
    {
      summary: 'Find the cases in which a person of this name takes part',
      query: conflictsQuery,
      answer: conflict.array(),
      errors: ['TOO_MANY_REQUESTS'],
    },
    async (request) => {
      const { name } = request.query;
      await limits.search(request, name);
      const found = await findConflicts({ db, dataKeys }, { people: [name], opponents: [name] });
      const after = { ...(await soughtBy(dataKeys, name)), orders: found.map(({ order_id }) => order_id) };
      await recordAudit(db, { ...adminOf(request), action: 'order.search_conflicts', subjectType: 'order', after });
      return found;
    },
  );
};
