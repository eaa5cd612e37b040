import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#server/lib/time.ts';

/** A slower request is logged even when it is a successful read. */
const SLOW_MS = SECOND_MS;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates a request id for log lines and error responses. */
export function newRequestId(): string {
  return randomUUID();
}

/** Returns the route pattern, not the URL, which may contain an id, a name or a token. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

/**
 * Logs each request that is unsafe, fails or is slow, with user, route and duration. Successful
 * reads are logged at level debug only; metrics count them.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode >= 500) reply.header('x-request-id', reply.request.id);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const isWorthALine = !SAFE_METHODS.has(request.method) || reply.statusCode >= 500 || reply.elapsedTime >= SLOW_MS;
    request.log[isWorthALine ? 'info' : 'debug'](
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.actor?.id,
      },
      'request',
    );
    done();
  });
}
