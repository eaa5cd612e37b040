import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/**
 * Refuses an HTTP/1.1 request without `Host` (RFC 9112 §3.2). Node's own refusal, which
 * `requireHostHeader` turns off, has no body.
 */
export function registerHostGuard(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.httpVersion !== '1.1' || raw.headers.host !== undefined) return done();
    reply.header('connection', 'close');
    done(new AppError('BAD_REQUEST'));
  });
}
