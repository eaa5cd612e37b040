import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import { actorOf, type Sessions } from '#server/http/session.ts';
import { successResponse } from '#shared/contract/accounts.ts';
import { idParam } from '#shared/contract/fields.ts';
import { soldierRequest, soldierResponse } from '#shared/contract/soldiers.ts';
import { deleteSoldier, getSoldier, insertSoldier, listSoldiers, updateSoldier } from './soldiers.queries.ts';

/** Soldier profiles of the person who is logged in (contract §3). */
export const soldiersRoutes: FastifyPluginAsyncZod<{ db: Db; sessions: Sessions }> = async (app, { db, sessions }) => {
  registerNoStore(app);
  const onRequest = sessions.requireUser;

  app.get('/api/soldiers/my', { onRequest, schema: { response: { 200: soldierResponse.array() } } }, (request) =>
    listSoldiers(db, actorOf(request).id),
  );

  app.get(
    '/api/soldiers/:id',
    { onRequest, schema: { params: idParam, response: { 200: soldierResponse } } },
    (request) => getSoldier(db, actorOf(request).id, request.params.id),
  );

  app.post(
    '/api/soldiers',
    { onRequest, schema: { body: soldierRequest, response: { 201: soldierResponse } } },
    async (request, reply) => {
      reply.code(201);
      return insertSoldier(db, actorOf(request).id, request.body);
    },
  );

  app.put(
    '/api/soldiers/:id',
    { onRequest, schema: { params: idParam, body: soldierRequest, response: { 200: soldierResponse } } },
    (request) => updateSoldier(db, actorOf(request).id, request.params.id, request.body),
  );

  app.delete(
    '/api/soldiers/:id',
    { onRequest, schema: { params: idParam, response: { 200: successResponse } } },
    async (request) => {
      await deleteSoldier(db, actorOf(request).id, request.params.id);
      return { success: true as const };
    },
  );
};
