import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';
import { SECOND_MS } from '#server/lib/time.ts';

const LOOK_AGAIN_MS = 50;
/** Time for running requests; the rest of the shutdown must fit into ten seconds too. */
const PATIENCE_MS = 7 * SECOND_MS;

/** Health checks keep working during shutdown. */
const WATCHED_PATHS = new Set(['/healthz', '/readyz']);

/** Refuses new requests during shutdown; running ones finish. */
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
 * Closes keep-alive connections during shutdown. `server.close()` waits for connections and drops
 * idle ones only once, at the start: a connection whose request ends later would delay it.
 */
function closeConnectionsOf({ server }: FastifyInstance): void {
  const whenIdle = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
  const anyway = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  server.once('close', () => {
    clearInterval(whenIdle);
    clearTimeout(anyway);
  });
}
