import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#server/lib/time.ts';

/** A request that takes longer is worth a line, whatever it did. */
const SLOW_MS = SECOND_MS;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names a request, the same in its log lines and in the answer to a caller whose request failed. */
export function newRequestId(): string {
  return randomUUID();
}

/** The pattern that the request matched, never its address: that may hold an id, a name or a token. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown';
}

/**
 * One line for each request that changes something, fails or is slow: who, what, how long. Reads
 * that go well are told at level debug alone; how many there are, the metrics count.
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
