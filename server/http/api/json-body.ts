import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/** Escaped backslashes, and escaped surrogate pairs. */
const WHOLE = /\\\\|\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}/g;
const HALF = /\\u[dD][89A-Fa-f]/;

/** Returns whether JSON text escapes an unpaired surrogate, which neither UTF-8 nor jsonb can store. */
function hasHalfCharacter(json: string): boolean {
  return HALF.test(json) && HALF.test(json.replace(WHOLE, ''));
}

/** Accepts only JSON. An empty body counts as none: clients send the header without a body. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else if (hasHalfCharacter(body)) done(new AppError('MALFORMED_JSON'));
    else parseJson(request, body, done);
  });
}
