import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { readCursor, sendPart } from '#server/http/api/paging.ts';
import { route } from '#server/http/api/route.ts';
import { actorOf } from '#server/http/session.ts';
import type { Limit } from '#server/lib/limits/consume.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import { ownListQuery } from '#shared/contract/own-lists.ts';
import * as soldierCalls from '#shared/features/soldiers/calls.ts';
import { soldier, soldierBody } from '#shared/features/soldiers/schemas.ts';
import { deleteSoldier, getSoldier, insertSoldier, listSoldiers, updateSoldier } from './soldiers.queries.ts';

const EXAMPLE = {
  fullname: '김이병',
  relationship: '자녀',
  military_status: '복무 중',
  phone: '010-1234-5678',
} as const;

type Options = { db: Db; limits: { soldiers: Limit } };

/** The user's own soldiers (contract §3). */
export const soldiersRoutes: FastifyPluginAsync<Options> = async (app, { db, limits }) => {
  route(
    app,
    soldierCalls.listMine,
    { summary: 'List the soldiers of the account', query: ownListQuery, answer: soldier.array() },
    async (request, reply) =>
      sendPart(request, reply, await listSoldiers(db, actorOf(request).id, readCursor(request.query.cursor)?.id)),
  );

  route(
    app,
    soldierCalls.get,
    { summary: 'Get a soldier of the account', params: idParam, answer: soldier, errors: ['SOLDIER_NOT_FOUND'] },
    (request) => getSoldier(db, actorOf(request).id, request.params.id),
  );

  route(
    app,
    soldierCalls.create,
    {
      summary: 'Register a soldier',
      body: soldierBody,
      answer: soldier,
      errors: ['TOO_MANY_REQUESTS'],
      example: EXAMPLE,
    },
    async (request) => {
      const { id } = actorOf(request);
      await consume(db, limits.soldiers, String(id));
      return insertSoldier(db, id, request.body);
    },
  );

  route(
    app,
    soldierCalls.update,
    {
      summary: 'Replace the profile of a soldier',
      params: idParam,
      body: soldierBody,
      answer: soldier,
      errors: ['SOLDIER_NOT_FOUND'],
    },
    (request) => updateSoldier(db, actorOf(request).id, request.params.id, request.body),
  );

  route(
    app,
    soldierCalls.remove,
    { summary: 'Delete a soldier', params: idParam, answer: success, errors: ['SOLDIER_NOT_FOUND'] },
    async (request) => {
      await deleteSoldier(db, actorOf(request).id, request.params.id);
      return { success: true as const };
    },
  );
};
