import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import * as sessionCalls from '#shared/features/accounts/session-calls.ts';

/** Swagger UI sets inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Runs in the browser (as text): adds the CSRF token to calls made from the page. */
const CSRF_SCRIPT = `
const sendPlain = window.fetch;
window.fetch = async (url, options = {}) => {
  if (['GET', 'HEAD', undefined].includes(options.method)) return sendPlain(url, options);
  const { csrfToken } = await (await sendPlain('${sessionCalls.getCsrfToken.path}')).json();
  return sendPlain(url, { ...options, headers: { ...options.headers, 'x-csrf-token': csrfToken } });
};`;

/** `GET /api/docs`: the interactive API reference, built from `/api/openapi.json`. */
export const apiDocs: FastifyPluginAsync = async (app) => {
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    // Same origin as the page: its policy allows no other.
    transformSpecification: (document) => ({ ...document, servers: [{ url: '/' }] }),
    // The page renders only the groups in view; closed, all of them are.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', displayRequestDuration: true },
    theme: {
      title: 'API reference',
      js: [{ filename: 'csrf-token.js', content: CSRF_SCRIPT }],
    },
  });
};
