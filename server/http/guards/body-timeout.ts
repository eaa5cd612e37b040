import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#server/lib/time.ts';

/** Time limit for the body of a call; a form with a file has the server's own, longer one. */
const BODY_TIMEOUT_MS = 30 * SECOND_MS;

/** As Node's own timeout of a request, for `answerClientError`. */
class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Disconnects clients whose body does not arrive in time. The server's `requestTimeout` allows for
 * large files over slow networks; every other body is small.
 */
export function registerBodyTimeout(app: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    done();
    const { raw } = request;
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    const isUpload = request.routeOptions.schema?.consumes?.includes('multipart/form-data') === true;
    if (!hasBody || isUpload || raw.complete) return;
    const timer = setTimeout(() => {
      // Tests without a network have no socket.
      if (!raw.complete && raw.socket instanceof Socket)
        app.server.emit('clientError', new BodyTimeout('the body did not arrive'), raw.socket);
    }, timeoutMs);
    timer.unref();
    const stop = () => clearTimeout(timer);
    raw.once('end', stop);
    raw.once('close', stop);
    // Refused before its body was read.
    reply.raw.once('finish', stop);
  });
}
