import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Db } from '#server/db/transaction.ts';
import type { Catalogue } from '#server/features/services/catalogue.ts';
import { showInShop } from '#server/features/services/show-in-shop.ts';
import { registerNoStore } from '#server/http/security-headers.ts';
import type { Sessions } from '#server/http/session.ts';
import { staffOf } from '#server/http/staff.ts';
import { AppError } from '#server/lib/errors.ts';
import {
  type AdminTerms,
  adminTermsListItem,
  adminTermsResponse,
  adminTermsVersion,
  createTermsRequest,
  termsParams,
  termsVersionParams,
  updateTermsRequest,
} from '#shared/contract/admin-terms.ts';
import { createTerms } from './create-terms.ts';
import { presentTerms, presentTermsLine, presentVersion } from './terms.present.ts';
import { findNewestVersion, findVersion, listTermsLines, listVersions } from './terms.queries.ts';
import { updateTerms } from './update-terms.ts';

type Options = { db: Db; sessions: Sessions; catalogue: Catalogue };

/** Terms texts and their versions, for the staff who write them. */
export const termsAdminRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, sessions, catalogue }) => {
  registerNoStore(app);
  const onRequest = sessions.requireAdmin;

  async function readTerms(filename: string): Promise<AdminTerms> {
    const newest = await findNewestVersion(db, filename);
    if (!newest) throw new AppError('NOT_FOUND');
    return presentTerms(newest, await listVersions(db, filename));
  }

  app.get('/api/admin/terms', { onRequest, schema: { response: { 200: adminTermsListItem.array() } } }, async () =>
    (await listTermsLines(db)).map(presentTermsLine),
  );

  app.get(
    '/api/admin/terms/:filename',
    { onRequest, schema: { params: termsParams, response: { 200: adminTermsResponse } } },
    (request) => readTerms(request.params.filename),
  );

  app.get(
    '/api/admin/terms/:filename/versions/:version',
    { onRequest, schema: { params: termsVersionParams, response: { 200: adminTermsVersion } } },
    async (request) => {
      const row = await findVersion(db, request.params.filename, request.params.version);
      if (!row) throw new AppError('NOT_FOUND');
      return presentVersion(row);
    },
  );

  app.post(
    '/api/admin/terms',
    { onRequest, schema: { body: createTermsRequest, response: { 201: adminTermsResponse } } },
    async (request, reply) => {
      await createTerms(db, staffOf(request), request.body);
      await showInShop(catalogue, request.log);
      reply.code(201);
      return readTerms(request.body.filename);
    },
  );

  app.put(
    '/api/admin/terms/:filename',
    { onRequest, schema: { params: termsParams, body: updateTermsRequest, response: { 200: adminTermsResponse } } },
    async (request) => {
      await updateTerms(db, staffOf(request), request.params.filename, request.body);
      await showInShop(catalogue, request.log);
      return readTerms(request.params.filename);
    },
  );
};
