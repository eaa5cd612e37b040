import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/**
 * Returns whether the request has the `Host` lines that RFC 9112 §3.2 asks for: one, and in HTTP/1.0 none or one. Of
 * two lines Node keeps the first, and a proxy may have judged by the other.
 */
export function hasValidHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): boolean {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') lines += 1;
  }
  return lines === 1 || (lines === 0 && httpVersion !== '1.1');
}

/**
 * Refuses a request without a valid `Host`. Node's own refusal, which `requireHostHeader` turns off,
 * has no body and accepts two lines.
 */
export function registerHostGuard(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasValidHost(raw)) return done();
    reply.header('connection', 'close');
    done(new AppError('BAD_REQUEST'));
  });
}
