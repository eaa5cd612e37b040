import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/** Those who watch the process ask on: they are told how it is by the routes themselves. */
const WATCHED_PATHS = new Set(['/healthz', '/readyz']);

/** Refuses new work once the process was told to stop; what has begun is finished. */
export function registerShutdownGuard(app: FastifyInstance, isShuttingDown: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isShuttingDown() || WATCHED_PATHS.has(request.url)) return done();
    reply.header('connection', 'close');
    done(new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }));
  });
}
