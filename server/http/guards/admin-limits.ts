import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { actorOf } from '#server/http/session.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { createRateLimiter } from './rate-limit.ts';

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
export function createAdminLimits(pool: Pool, limits: Config['limits']): AdminLimits {
  const lookUps = createRateLimiter(pool, {
    name: 'staff-search',
    points: limits.adminSearchesPerMinute,
    durationMs: MINUTE_MS,
  });
  const files = createRateLimiter(pool, {
    name: 'staff-export',
    points: limits.adminExports,
    durationMs: EXPORT_WINDOW_MS,
  });
  const keyOf = (request: FastifyRequest) => String(actorOf(request).id);
  return {
    async search(request, q) {
      if (q !== undefined) await lookUps.consume(keyOf(request));
    },
    statistics: (request) => lookUps.consume(keyOf(request)),
    export: (request) => files.consume(keyOf(request)),
  };
}
