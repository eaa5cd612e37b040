import type { FastifyInstance } from 'fastify';
import { type RequestSpan, startRequestSpan } from '#server/lib/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when tracing is off. */
    span: RequestSpan | undefined;
  }
}

/**
 * Creates a span per request, named by method and route pattern, as a child of its `traceparent`.
 * Register it before other hooks, so that their log lines and statements belong to the span.
 */
export function registerRequestTrace(app: FastifyInstance): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const caller = typeof traceparent === 'string' ? traceparent : undefined;
    const span = startRequestSpan(request.method, request.routeOptions.url, caller);
    if (!span) return done();
    request.span = span;
    // The client has disconnected; the work continues.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) span.end(undefined);
    });
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.span) return done();
    request.span.end(reply.statusCode);
    // Called from a socket event, which may lack the request's async context.
    request.span.run(done);
  });
}
