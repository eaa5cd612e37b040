import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#server/db/transaction.ts';
import { AppError } from '#server/lib/errors.ts';

const answer = z.object({ status: z.literal('ok') });

/** `/healthz`: the process lives. `/readyz`: it can serve, so the database answers and it is not shutting down. */
export const healthRoutes: FastifyPluginAsyncZod<{ db: Db; isShuttingDown: () => boolean }> = async (app, options) => {
  app.get('/healthz', { schema: { response: { 200: answer } } }, async () => ({ status: 'ok' as const }));
  app.get('/readyz', { schema: { response: { 200: answer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (options.isShuttingDown()) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    try {
      await sql`select 1`.execute(options.db);
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5, cause });
    }
    return { status: 'ok' as const };
  });
};
