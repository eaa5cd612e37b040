import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

const LOOK_AGAIN_MS = 50;
/** A request that takes longer is cut off, so that there is time left to stop everything else within ten seconds. */
const PATIENCE_MS = 7 * SECOND_MS;

/** Those who watch the process ask on: they are told how it is by the routes themselves. */
const WATCHED_PATHS = new Set(['/healthz', '/readyz']);

/** Refuses new work once the process was told to stop; what has begun is finished. */
export function registerShutdownGuard(app: FastifyInstance, isShuttingDown: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isShuttingDown() || WATCHED_PATHS.has(request.url)) return done();
    reply.header('connection', 'close');
    done(new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }));
  });
  app.addHook('preClose', (done) => {
    closeConnectionsOf(app);
    done();
  });
}

/**
 * Closing a server waits for its connections, and it drops those that are idle only once, at the
 * beginning: one whose request ends later is kept for the next by its client, and would hold up the
 * stop until that gives up.
 */
function closeConnectionsOf({ server }: FastifyInstance): void {
  const whenIdle = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
  const anyway = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  server.once('close', () => {
    clearInterval(whenIdle);
    clearTimeout(anyway);
  });
}
