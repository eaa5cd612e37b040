import type { FastifyInstance, onRequestHookHandler } from 'fastify';

/**
 * Headers of every response (contract §1). Constants set by one hook instead of @fastify/helmet,
 * whose middlewares would slow reads from memory. Pages set their own Content-Security-Policy.
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

/** Where browsers report what a page's policy blocked. */
export const CSP_REPORTS_PATH = '/csp-reports';

const HSTS = 'max-age=31536000; includeSubDomains';

/** Sets the headers on responses that bypass Fastify. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': HSTS } : SECURITY_HEADERS;
}

/** Sets the headers before any other hook, so that refusals have them too. */
export function registerSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }): void {
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Forbids caching of personal responses (contract §1). */
export const noStore: onRequestHookHandler = (_request, reply, done) => {
  reply.header('cache-control', 'no-store');
  done();
};
