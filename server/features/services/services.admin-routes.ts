import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError } from '#server/lib/errors.ts';
import { idParam, success } from '#shared/contract/fields.ts';
import * as serviceCalls from '#shared/features/services/admin-calls.ts';
import {
  adminService,
  adminServiceBody,
  adminServiceListItem,
  reorderServicesBody,
  restoreServiceBody,
  serviceVersion,
  serviceVersionParams,
  updateServiceBody,
} from '#shared/features/services/admin-schemas.ts';
import type { Catalogue } from './catalogue.ts';
import { copyService } from './copy-service.ts';
import { createService } from './create-service.ts';
import { deleteService } from './delete-service.ts';
import { reorderServices } from './reorder-services.ts';
import { presentService, presentServiceLine } from './services.admin-present.ts';
import { findServiceRow, listServiceRows } from './services.admin-queries.ts';
import { showInShop } from './show-in-shop.ts';
import { updateService } from './update-service.ts';
import { restoreService } from './versions/restore-service.ts';
import { listServiceVersions, readServiceVersion } from './versions/service-versions.ts';

type Options = { db: Db; clock: Clock; catalogue: Catalogue };

/** Editing of services (contract §3). */
export const servicesAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, clock, catalogue }) => {
  const listLines = async () => (await listServiceRows(db)).map(presentServiceLine);

  route(app, serviceCalls.list, { summary: 'List the services', answer: adminServiceListItem.array() }, listLines);

  route(
    app,
    serviceCalls.get,
    { summary: 'Get a service as stored', params: idParam, answer: adminService, errors: ['SERVICE_NOT_FOUND'] },
    async (request) => {
      const row = await findServiceRow(db, request.params.id);
      if (!row) throw new AppError('SERVICE_NOT_FOUND');
      return presentService(row);
    },
  );

  route(
    app,
    serviceCalls.create,
    { summary: 'Create a service', body: adminServiceBody, answer: adminService },
    async (request) => {
      const service = await createService(db, adminOf(request), request.body);
      await showInShop(catalogue, request.log);
      return service;
    },
  );

  route(
    app,
    serviceCalls.copy,
    { summary: 'Copy a service', params: idParam, answer: adminService, errors: ['SERVICE_NOT_FOUND'] },
    (request) => copyService(db, adminOf(request), request.params.id),
  );

  route(
    app,
    serviceCalls.reorder,
    {
      summary: 'Reorder services',
      body: reorderServicesBody,
      answer: adminServiceListItem.array(),
      errors: ['SERVICE_NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => {
      await reorderServices(db, adminOf(request), request.body);
      await showInShop(catalogue, request.log);
      return listLines();
    },
  );

  route(
    app,
    serviceCalls.update,
    {
      summary: 'Replace a service',
      params: idParam,
      body: updateServiceBody,
      answer: adminService,
      errors: ['SERVICE_NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => {
      const service = await updateService(db, adminOf(request), request.params.id, request.body);
      await showInShop(catalogue, request.log);
      return service;
    },
  );

  route(
    app,
    serviceCalls.listVersions,
    {
      summary: 'List the saved versions of a service',
      params: idParam,
      answer: serviceVersion.array(),
      errors: ['SERVICE_NOT_FOUND'],
    },
    (request) => listServiceVersions(db, request.params.id),
  );

  route(
    app,
    serviceCalls.getVersion,
    {
      summary: 'Get a service as a saved version had it',
      params: serviceVersionParams,
      answer: adminService,
      errors: ['SERVICE_NOT_FOUND', 'NOT_FOUND'],
    },
    ({ params }) => readServiceVersion(db, params.id, params.version),
  );

  route(
    app,
    serviceCalls.restoreVersion,
    {
      summary: 'Save an earlier version of a service as the newest',
      params: serviceVersionParams,
      body: restoreServiceBody,
      answer: adminService,
      errors: ['SERVICE_NOT_FOUND', 'NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => {
      const { id, version } = request.params;
      const service = await restoreService(db, adminOf(request), id, version, request.body);
      await showInShop(catalogue, request.log);
      return service;
    },
  );

  route(
    app,
    serviceCalls.remove,
    { summary: 'Delete a service', params: idParam, answer: success, errors: ['SERVICE_NOT_FOUND'] },
    async (request) => {
      await deleteService({ db, clock }, adminOf(request), request.params.id);
      await showInShop(catalogue, request.log);
      return { success: true as const };
    },
  );
};
