import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#server/lib/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a method is unsafe: all but GET, HEAD and OPTIONS. */
export function isUnsafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return !SAFE_METHODS.has(method);
}

/** Returns whether the origin is the public URL or the host of the request. */
function isOwnOrigin(origin: string, host: string | undefined, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Refuses cross-site unsafe calls (contract §2). `Origin: null` counts as foreign. */
export function registerOriginGuard(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const publicOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isUnsafe(request)) return done();
    const origin = request.headers.origin;
    const isForeign = origin !== undefined && !isOwnOrigin(origin, request.headers.host, publicOrigin);
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    done(isForeign || isCrossSite ? new AppError('FOREIGN_ORIGIN') : undefined);
  });
}
