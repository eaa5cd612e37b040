import type { FastifyInstance, onRequestHookHandler } from 'fastify';

/**
 * Headers that every answer carries (contract §1). Constants set by one hook instead of
 * @fastify/helmet, whose middlewares would run on every read that is answered from memory. Pages
 * bring their own Content-Security-Policy.
 */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const HSTS = 'max-age=31536000; includeSubDomains';

/** For answers that are sent past the framework. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': HSTS } : SECURITY_HEADERS;
}

/** Sets the headers before any other hook, so that refusals carry them too. */
export function registerSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** For personal answers: nothing on the way may keep them (contract §1). */
export const noStore: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};

/** `noStore` for every route of the scope. */
export function registerNoStore(app: FastifyInstance): void {
  app.addHook('onRequest', noStore);
}
