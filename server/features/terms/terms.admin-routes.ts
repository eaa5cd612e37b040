import type { FastifyPluginAsync } from 'fastify';
import type { Db } from '#server/db/transaction.ts';
import type { Catalogue } from '#server/features/services/catalogue.ts';
import { showInShop } from '#server/features/services/show-in-shop.ts';
import { adminOf } from '#server/http/acting-admin.ts';
import { route } from '#server/http/api/route.ts';
import { AppError } from '#server/lib/errors.ts';
import * as termsCalls from '#shared/features/terms/admin-calls.ts';
import {
  type AdminTerms,
  adminTerms,
  adminTermsListItem,
  adminTermsVersion,
  createTermsBody,
  termsVersionParams,
  updateTermsBody,
} from '#shared/features/terms/admin-schemas.ts';
import { termsParams } from '#shared/features/terms/schemas.ts';
import { createTerms } from './create-terms.ts';
import { presentTerms, presentTermsLine, presentVersion } from './terms.present.ts';
import { findNewestVersion, findVersion, listTermsLines, listVersions } from './terms.queries.ts';
import { updateTerms } from './update-terms.ts';

type Options = { db: Db; catalogue: Catalogue };

/** Terms texts and their versions, for the administrators who write them. */
export const termsAdminRoutes: FastifyPluginAsync<Options> = async (app, { db, catalogue }) => {
  async function readTerms(filename: string): Promise<AdminTerms> {
    const newest = await findNewestVersion(db, filename);
    if (!newest) throw new AppError('NOT_FOUND');
    return presentTerms(newest, await listVersions(db, filename));
  }

  route(
    app,
    termsCalls.list,
    { summary: 'List the terms texts, each by its newest version', answer: adminTermsListItem.array() },
    async () => (await listTermsLines(db)).map(presentTermsLine),
  );

  route(
    app,
    termsCalls.get,
    { summary: 'Get a terms text with its versions', params: termsParams, answer: adminTerms, errors: ['NOT_FOUND'] },
    (request) => readTerms(request.params.filename),
  );

  route(
    app,
    termsCalls.getVersion,
    {
      summary: 'Get one version of a terms text',
      params: termsVersionParams,
      answer: adminTermsVersion,
      errors: ['NOT_FOUND'],
    },
    async (request) => {
      const row = await findVersion(db, request.params.filename, request.params.version);
      if (!row) throw new AppError('NOT_FOUND');
      return presentVersion(row);
    },
  );

  route(
    app,
    termsCalls.create,
    { summary: 'Create a terms text', body: createTermsBody, answer: adminTerms, errors: ['TERMS_TAKEN'] },
    async (request) => {
      await createTerms(db, adminOf(request), request.body);
      await showInShop(catalogue, request.log);
      return readTerms(request.body.filename);
    },
  );

  route(
    app,
    termsCalls.update,
    {
      summary: 'Add a version of a terms text',
      params: termsParams,
      body: updateTermsBody,
      answer: adminTerms,
      errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
    },
    async (request) => {
      await updateTerms(db, adminOf(request), request.params.filename, request.body);
      await showInShop(catalogue, request.log);
      return readTerms(request.params.filename);
    },
  );
};
