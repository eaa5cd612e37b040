import fastifyCsrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { route } from '#server/http/api/route.ts';
import { csrfToken } from '#shared/features/accounts/schemas.ts';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';
import { isUnsafe } from './origin-guard.ts';

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

function headerToken(request: FastifyRequest): string | undefined {
  const value = request.headers['x-csrf-token'];
  return typeof value === 'string' ? value : undefined;
}

/**
 * CSRF tokens bound to a separate cookie instead of the session, so that a token stays valid after
 * login, after logout, and after another tab fetches one (contract §2).
 */
export async function registerCsrf(app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> {
  await app.register(fastifyCsrf, {
    cookieKey: isHttps ? '__Host-csrf' : 'csrf',
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: COOKIE_SECONDS },
    getToken: headerToken,
    logLevel: 'debug',
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isUnsafe(request) || request.routeOptions.config.call?.isCsrfExempt) return done();
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
