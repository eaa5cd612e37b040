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
 * Logs each request that is unsafe, fails, is slow or lacks a right, with user, route and duration.
 * Other reads are logged at level debug only; metrics count them.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode >= 500) reply.header('x-request-id', reply.request.id);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    // Of refused reads those of people without the right, and floods; a 401 is any expired session.
    const isRefused = statusCode === 403 || statusCode === 429;
    const isFailure = statusCode >= 500 || isRefused;
    const isWorthALine = !SAFE_METHODS.has(request.method) || isFailure || reply.elapsedTime >= SLOW_MS;
    request.log[isWorthALine ? 'info' : 'debug'](
      {
        method: request.method,
        route: routeOf(request),
        status: statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.actor?.id,
      },
      'request',
    );
    done();
  });
}
