import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

/** What may stand before `u` without being its escape, and both halves of one character. */
const WHOLE = /\\\\|\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}/g;
const HALF = /\\u[dD][89A-Fa-f]/;

/** Whether a text escapes half of a character: JSON allows it, but no UTF-8 and no jsonb of PostgreSQL can hold it. */
function hasHalfCharacter(json: string): boolean {
  return HALF.test(json) && HALF.test(json.replace(WHOLE, ''));
}

/** JSON alone, and an empty body is no body: clients send the header with calls that have nothing to say. */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else if (hasHalfCharacter(body)) done(new AppError('MALFORMED_JSON'));
    else parseJson(request, body, done);
  });
}
