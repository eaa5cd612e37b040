import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answeredBy } from '#server/http/request-log.ts';
import { AppError } from '#server/lib/errors.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { Metrics } from './metrics.ts';

const BEARER = /^Bearer (\S{1,200})$/;

/** Hashed first, so that the comparison takes the same time for every guess. */
function knowsToken(request: FastifyRequest, expected: readonly Buffer[]): boolean {
  const given = BEARER.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && expected.some((hash) => timingSafeEqual(hashToken(given), hash));
}

/** `GET /metrics` for Prometheus, behind one of the tokens; 404 without it. */
export function registerMonitoring(
  app: FastifyInstance,
  { metrics, tokens }: { metrics: Metrics; tokens: readonly string[] },
): void {
  const expected = tokens.map(hashToken);
  app.addHook('onResponse', (request, reply, done) => {
    metrics.observe(answeredBy(request, reply));
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!knowsToken(request, expected)) throw new AppError('NOT_FOUND');
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
