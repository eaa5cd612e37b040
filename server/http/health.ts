import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OpenDatabase } from '#server/db/connection.ts';
import { hasOwnSchema } from '#server/db/migrate.ts';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';
import { refuseOverload } from './guards/load-guard.ts';

const answer = z.object({ status: z.literal('ok') });

type Options = {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  isShuttingDown: () => boolean;
  isJobRunnerDown: () => boolean;
};

/** Anyone may ask, so the last result, also a failure, is kept for a while. */
const KEPT_MS = SECOND_MS;

/** Creates a check of the database: one at a time, and one a second. */
function createDatabaseCheck({ db, pool }: Options['database']): () => Promise<void> {
  // Migrations are never reverted, so a positive result stays valid.
  let isSchemaThere = false;
  let kept: Promise<void> | undefined;

  async function check(): Promise<void> {
    await refuseOverload(pool);
    try {
      if (!isSchemaThere) isSchemaThere = await hasOwnSchema(db);
      await sql`select from sessions limit 0`.execute(db);
    } catch (cause) {
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5, cause });
    }
    if (!isSchemaThere) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
  }

  function forget(): void {
    setTimeout(() => {
      kept = undefined;
    }, KEPT_MS).unref();
  }

  return () => {
    if (!kept) {
      kept = check();
      kept.then(forget, forget);
    }
    return kept;
  };
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, that is, the database has the schema that
 * the code needs, the job runner runs, and the process is not shutting down.
 */
export const healthRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const checkDatabase = createDatabaseCheck(options.database);
  app.get('/healthz', { schema: { response: { 200: answer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' as const };
  });
  app.get('/readyz', { schema: { response: { 200: answer } } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (options.isShuttingDown() || options.isJobRunnerDown())
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    await checkDatabase();
    return { status: 'ok' as const };
  });
};
