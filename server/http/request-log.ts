import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** A request that was answered. `route` is a pattern. */
export type AnsweredRequest = { method: string; route: string; status: number; ms: number };

/** Describes an answered request, for log and metrics. */
export function answeredBy(request: FastifyRequest, reply: FastifyReply): AnsweredRequest {
  return { method: request.method, route: routeOf(request), status: reply.statusCode, ms: reply.elapsedTime };
}

/** Returns whether a request is logged at level info: it is unsafe, failed, was slow or lacked a right. */
function shouldLog({ method, status, ms }: AnsweredRequest): boolean {
  // Of refused reads, those without permission and those beyond a limit; a 401 is only an expired
  // session.
  const isRefused = status === 403 || status === 429;
  return !SAFE_METHODS.has(method) || status >= 500 || isRefused || ms >= SLOW_MS;
}

/**
 * Logs each request with user, route and duration. Metrics count those that are logged at level
 * debug only.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode >= 500) reply.header('x-request-id', reply.request.id);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const answered = answeredBy(request, reply);
    const { method, route, status, ms } = answered;
    const line = { method, route, status, ms: Math.round(ms), userId: request.actor?.id };
    request.log[shouldLog(answered) ? 'info' : 'debug'](line, 'request');
    done();
  });
}
