import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import { ASK_PRIMARY } from '#server/db/away.ts';
import { hasOwnSchema } from '#server/db/migrate.ts';
import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';

const answer = z.object({ status: z.literal('ok') });

type Options = { db: Db; isShuttingDown: () => boolean; isJobRunnerDown: () => boolean };

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, that is, the database has the schema that
 * the code needs, the job runner runs, and the process is not shutting down.
 */
export const healthRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  // Migrations are never reverted, so a positive result stays valid.
  let isSchemaThere = false;
  app.get('/healthz', { schema: { response: { 200: answer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' as const };
  });
  app.get('/readyz', { schema: { response: { 200: answer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (options.isShuttingDown() || options.isJobRunnerDown())
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    try {
      if (!isSchemaThere) isSchemaThere = await hasOwnSchema(options.db);
      await sql.raw(ASK_PRIMARY).execute(options.db);
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5, cause });
    }
    if (!isSchemaThere) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    return { status: 'ok' as const };
  });
};
