import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/connection.ts';
import type { Catalogue } from '#server/features/services/catalogue.ts';
import { type CachedBody, cachedBody, sendCached } from '#server/http/cached-body.ts';
import { refuseOverload } from '#server/http/load-guard.ts';
import { AppError } from '#server/lib/errors.ts';
import { sanitizeRichText } from '#server/lib/html-sanitizer.ts';
import { termsParams } from '#shared/contract/admin-terms.ts';
import { findVersion } from './terms.queries.ts';

const versionQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .optional()
    // What no version can be called is a version that there is not.
    .catch(0),
});

type Options = { database: Pick<OpenDatabase, 'db' | 'pool'>; catalogue: Catalogue; signUpTable: CachedBody };

/** The firm's terms texts; the newest ones from memory (contract §3), so they are read however many wait for the database. */
export const termsRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { database, catalogue, signUpTable } = options;
  app.get(
    '/terms/:filename',
    { schema: { params: termsParams, querystring: versionQuery } },
    async (request, reply) => {
      const { filename } = request.params;
      const { version } = request.query;
      const newest = catalogue.terms(filename);
      if (newest && (version === undefined || version === newest.version)) {
        return sendCached(request, reply, newest.body);
      }
      // A version newer than the one in memory is on its way here: an order may name it already.
      if (!version) throw new AppError('NOT_FOUND');
      await refuseOverload(database.pool);
      const row = await findVersion(database.db, filename, version);
      if (!row) throw new AppError('NOT_FOUND');
      return sendCached(request, reply, cachedBody(sanitizeRichText(row.html), 'text/html; charset=utf-8'));
    },
  );

  app.get('/tos-table.html', async (request, reply) => sendCached(request, reply, signUpTable));
};
