import type { FastifyInstance } from 'fastify';
import { type RequestSpan, startRequestSpan } from '#server/lib/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where requests are not traced. */
    span: RequestSpan | undefined;
  }
}

/**
 * One span for each request, named by its method and the pattern that it matched, below the caller's of its `traceparent`. Registered
 * before other hooks, so that what they log and ask belongs to it.
 */
export function registerRequestTrace(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const caller = typeof traceparent === 'string' ? traceparent : undefined;
    const span = startRequestSpan(request.method, request.routeOptions.url, caller);
    if (!span) return done();
    request.span = span;
    span.run(done);
  });
  // A body arrives by events of its connection, which know nothing of the request: from there on the span is made the active one anew.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.span) return done();
    request.span.end(reply.statusCode);
    request.span.run(done);
  });
}
