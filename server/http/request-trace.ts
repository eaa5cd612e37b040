import type { FastifyInstance } from 'fastify';
import { type RequestSpan, startRequestSpan } from '#server/lib/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where requests are not traced. */
    span: RequestSpan | undefined;
  }
}

/**
 * One span for each request, named by its method and the pattern that it matched, below the
 * caller's of its `traceparent`. Registered before other hooks, so that what they log and ask
 * belongs to it.
 */
export function registerRequestTrace(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const caller = typeof traceparent === 'string' ? traceparent : undefined;
    const span = startRequestSpan(request.method, request.routeOptions.url, caller);
    if (!span) return done();
    request.span = span;
    // Nobody is there any more to be answered; the work goes on.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) span.end(undefined);
    });
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.span) return done();
    request.span.end(reply.statusCode);
    // Called by an event of the connection, which need not know of the request.
    request.span.run(done);
  });
}
