import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

/**
 * Calls that may wait for each connection of the pool: at a few milliseconds a call, well under a
 * second of waiting.
 */
const WAITING_PER_CONNECTION = 20;
const RETRY_AFTER_SECONDS = 2;
/**
 * A refusal is held for a moment. Callers who ask again as soon as they are answered would keep the
 * process so busy with refusing that those who were let in are never answered; held, each of them
 * costs one refusal a second.
 */
const HOLD_MS = SECOND_MS;

/**
 * Refuses a call while too many wait for the database already: those that are let in are answered
 * in time, instead of all of them late. For calls that ask the database for some of their answers
 * only.
 * @throws AppError UNAVAILABLE
 */
export async function refuseOverload(pool: Pool): Promise<void> {
  if (pool.waitingCount < pool.options.max * WAITING_PER_CONNECTION) return;
  await setTimeout(HOLD_MS);
  throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Has every call within the scope pass the guard. Pages and the catalogue come from memory and are never refused. */
export function registerLoadGuard(app: FastifyInstance, pool: Pool): void {
  app.addHook('onRequest', () => refuseOverload(pool));
}
