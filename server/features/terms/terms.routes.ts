import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/connection.ts';
import type { Catalogue } from '#server/features/services/catalogue.ts';
import { type FinishedBody, sendFinished, sendOnce } from '#server/http/api/finished-body.ts';
import { route } from '#server/http/api/route.ts';
import { refuseOverload } from '#server/http/guards/load-guard.ts';
import { AppError } from '#server/lib/errors.ts';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import * as termsCalls from '#shared/features/terms/calls.ts';
import { termsParams, termsQuery } from '#shared/features/terms/schemas.ts';
import { findVersion } from './terms.queries.ts';

const html = z.string();
const produces = ['text/html'];

type Options = { database: Pick<OpenDatabase, 'db' | 'pool'>; catalogue: Catalogue; signUpTable: FinishedBody };

/**
 * The firm's terms texts. Current ones come from memory (contract §3), so they stay available while
 * the database is overloaded.
 */
export const termsRoutes: FastifyPluginAsync<Options> = async (app, { database, catalogue, signUpTable }) => {
  route(
    app,
    termsCalls.getText,
    {
      summary: 'Get a terms text as HTML',
      params: termsParams,
      query: termsQuery,
      answer: html,
      produces,
      errors: ['NOT_FOUND'],
    },
    async (request, reply) => {
      const { filename } = request.params;
      const { version } = request.query;
      const newest = catalogue.terms(filename);
      if (newest && (version === undefined || version === newest.version)) {
        return sendFinished(request, reply, newest.body);
      }
      // An order may already name a version that is not loaded yet.
      if (!version) throw new AppError('NOT_FOUND');
      await refuseOverload(database.pool);
      const row = await findVersion(database.db, filename, version);
      if (!row) throw new AppError('NOT_FOUND');
      return sendOnce(request, reply, sanitizeRichText(row.html), { contentType: 'text/html; charset=utf-8' });
    },
  );

  route(
    app,
    termsCalls.getSignUpTable,
    { summary: 'Get the table of the sign-up page as HTML', answer: html, produces },
    (request, reply) => sendFinished(request, reply, signUpTable),
  );
};
