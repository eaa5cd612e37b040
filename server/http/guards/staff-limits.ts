import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { actorOf } from '#server/http/session.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { createRateLimiter } from './rate-limit.ts';

const EXPORT_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Guards the costly calls of the admin area, by the account that makes them; each throws
 * TOO_MANY_REQUESTS when it is one too many.
 */
export type StaffLimits = {
  /** Counts a list that is searched. Without a search it counts nothing and asks nothing of the database. */
  search: (request: FastifyRequest, q: string | undefined) => Promise<void>;
  /** Counted with the searches: the same person, the same minute. */
  figures: (request: FastifyRequest) => Promise<void>;
  /** Counts a file of everything that a list is narrowed to. */
  export: (request: FastifyRequest) => Promise<void>;
};

export function createStaffLimits(pool: Pool, limits: Config['limits']): StaffLimits {
  const lookUps = createRateLimiter(pool, {
    name: 'staff-search',
    points: limits.staffSearchesPerMinute,
    durationMs: MINUTE_MS,
  });
  const files = createRateLimiter(pool, {
    name: 'staff-export',
    points: limits.staffExports,
    durationMs: EXPORT_WINDOW_MS,
  });
  const keyOf = (request: FastifyRequest) => String(actorOf(request).id);
  return {
    async search(request, q) {
      if (q !== undefined) await lookUps.consume(keyOf(request));
    },
    figures: (request) => lookUps.consume(keyOf(request)),
    export: (request) => files.consume(keyOf(request)),
  };
}
