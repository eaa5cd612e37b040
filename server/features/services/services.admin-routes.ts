import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import {
  adminServiceListItem,
  adminServiceRequest,
  adminServiceResponse,
  reorderServicesRequest,
  updateServiceRequest,
} from '#shared/contract/admin-services.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import type { Catalogue } from './catalogue.ts';
import { createService } from './create-service.ts';
import { deleteService } from './delete-service.ts';
import { reorderServices } from './reorder-services.ts';
import { presentService, presentServiceLine } from './services.admin-present.ts';
import { findServiceRow, listServiceRows } from './services.admin-queries.ts';
import { showInShop } from './show-in-shop.ts';
import { updateService } from './update-service.ts';

type Options = { db: Db; clock: Clock; sessions: Sessions; catalogue: Catalogue };

/** What is on sale, for the staff who write it (contract §3). */
export const servicesAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, clock, sessions, catalogue }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  app.get('/api/admin/services', { onRequest, schema: { response: { 200: adminServiceListItem.array() } } }, async () =>
    (await listServiceRows(db)).map(presentServiceLine),
  );

  app.get(
    '/api/admin/services/:id',
    { onRequest, schema: { params: idParam, response: { 200: adminServiceResponse } } },
    async (request) => {
      const row = await findServiceRow(db, request.params.id);
      if (!row) throw new AppError('SERVICE_NOT_FOUND');
      return presentService(row);
    },
  );

  app.post(
    '/api/admin/services',
    { onRequest, schema: { body: adminServiceRequest, response: { 201: adminServiceResponse } } },
    async (request, reply) => {
      const service = await createService(db, staffOf(request), request.body);
      await showInShop(catalogue, request.log);
      reply.code(201);
      return service;
    },
  );

  app.put(
    '/api/admin/services/positions',
    { onRequest, schema: { body: reorderServicesRequest, response: { 200: adminServiceListItem.array() } } },
    async (request) => {
      await reorderServices(db, staffOf(request), request.body);
      await showInShop(catalogue, request.log);
      return (await listServiceRows(db)).map(presentServiceLine);
    },
  );

  app.put(
    '/api/admin/services/:id',
    { onRequest, schema: { params: idParam, body: updateServiceRequest, response: { 200: adminServiceResponse } } },
    async (request) => {
      const service = await updateService(db, staffOf(request), request.params.id, request.body);
      await showInShop(catalogue, request.log);
      return service;
    },
  );

  app.delete(
    '/api/admin/services/:id',
    { onRequest, schema: { params: idParam, response: { 200: success } } },
    async (request) => {
      await deleteService({ db, clock }, staffOf(request), request.params.id);
      await showInShop(catalogue, request.log);
      return { success: true as const };
    },
  );
};
