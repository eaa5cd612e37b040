import fastifyCsrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { csrfToken } from '#shared/features/accounts/schemas.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { isUnsafe } from './origin-guard.ts';

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The provider proves itself by the receipt that is read back, not by a token (contract §2). */
const EXEMPT_PATHS = new Set(['/api/bootpay/webhook']);

function headerToken(request: FastifyRequest): string | undefined {
  const value = request.headers['x-csrf-token'];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Tokens tied to a cookie of their own, not to the session: one that was fetched before login stays
 * good after login and logout, and a second tab's fetch leaves the first tab's token good (contract
 * §2).
 */
export async function registerCsrf(app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> {
  await app.register(fastifyCsrf, {
    cookieKey: isHttps ? '__Host-csrf' : 'csrf',
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: COOKIE_SECONDS },
    getToken: headerToken,
    logLevel: 'debug',
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUnsafe(request) || EXEMPT_PATHS.has(request.url.split('?', 1)[0] ?? '')) return done();
    app.csrfProtection(request, reply, done);
  });
}

/** `GET /api/csrf-token` (contract §2). */
export const csrfRoutes: FastifyPluginAsync = async (app) => {
  route(
    app,
    sessionCalls.getCsrfToken,
    { summary: 'Get a CSRF token and the cookie it is tied to', answer: csrfToken },
    (_request, reply) => ({ csrfToken: reply.generateCsrf() }),
  );
};
