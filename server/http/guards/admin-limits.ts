import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/transaction.ts';
import { actorOf } from '#server/http/session.ts';
import { consume } from '#server/lib/limits/consume.ts';
import { MINUTE_MS } from '#server/lib/time.ts';

const EXPORT_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Limits expensive admin calls per account; each method throws TOO_MANY_REQUESTS at the limit.
 */
export type AdminLimits = {
  /** Counts a searched list. Without a search it counts nothing and runs no statement. */
  search: (request: FastifyRequest, q: string | undefined) => Promise<void>;
  /** Shares the counter of the searches. */
  statistics: (request: FastifyRequest) => Promise<void>;
  /** Counts an export of a filtered list. */
  export: (request: FastifyRequest) => Promise<void>;
};

/** Creates the limits from the configuration. */
export function createAdminLimits(db: Db, limits: Config['limits']): AdminLimits {
  const lookUps = {
    name: 'staff-search',
    points: limits.adminSearchesPerMinute,
    windowMs: MINUTE_MS,
  };
  const files = {
    name: 'staff-export',
    points: limits.adminExports,
    windowMs: EXPORT_WINDOW_MS,
  };
  const keyOf = (request: FastifyRequest) => String(actorOf(request).id);
  return {
    async search(request, q) {
      if (q !== undefined) await consume(db, lookUps, keyOf(request));
    },
    statistics: (request) => consume(db, lookUps, keyOf(request)),
    export: (request) => consume(db, files, keyOf(request)),
  };
}
