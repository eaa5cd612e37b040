import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { AppError } from '#server/lib/errors.ts';

/** Calls that may wait for each connection of the pool: at a few milliseconds a call, well under a second of waiting. */
const WAITING_PER_CONNECTION = 20;
const RETRY_AFTER_SECONDS = 2;

/**
 * Refuses calls at once while too many wait for the database already: those that are let in are answered in time, instead of all of
 * them late. Pages and the catalogue come from memory and are never refused.
 */
export function registerLoadGuard(app: FastifyInstance, pool: Pool): void {
  const mostWaiting = pool.options.max * WAITING_PER_CONNECTION;
  app.addHook('onRequest', (_request, _reply, done) => {
    const isFull = pool.waitingCount >= mostWaiting;
    done(isFull ? new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS }) : undefined);
  });
}
