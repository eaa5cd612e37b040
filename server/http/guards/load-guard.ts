import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/**
 * Waiting calls allowed per connection of the pool: at a few milliseconds per call, the wait stays
 * well under a second.
 */
const WAITING_PER_CONNECTION = 20;
const RETRY_AFTER_SECONDS = 2;
/**
 * Delay of a refusal. Clients that retry at once would otherwise keep the process busy with
 * refusals; with the delay, each of them costs one refusal a second.
 */
const HOLD_MS = SECOND_MS;

/**
 * Refuses a call while too many wait for the database, so that admitted calls are answered in time.
 * Call it directly in handlers that query the database only for some responses.
 * @throws AppError UNAVAILABLE
 */
export async function refuseOverload(pool: Pool): Promise<void> {
  if (pool.waitingCount < pool.options.max * WAITING_PER_CONNECTION) return;
  await setTimeout(HOLD_MS);
  throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Guards every call of the scope. Pages and the catalogue, served from memory, are not in one. */
export function registerLoadGuard(app: FastifyInstance, pool: Pool): void {
  app.addHook('onRequest', () => refuseOverload(pool));
}
