import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '#shared/contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';

type Route = { method: string; url: string; schema: RouteOptions['schema'] };

const FASTIFY_MADE = 'fastify.initialization';
const PREFIX = '/api/';
/** Describes the others, and stands for whatever does not exist. */
const NO_CALLS = new Set(['/api/openapi.json', '/api/*']);
const WITHOUT_BODY = new Set(['POST /api/auth/logout']);
/** The statuses of contract §1, and 402 of the payment. */
const STATUSES = [400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 502, 503];
/** Fixed by the spec in English. */
const ENGLISH = new Set(['INVALID_CREDENTIALS', 'ADMIN_UNAUTHENTICATED', 'ADMIN_FORBIDDEN']);

const routes: Route[] = [];
let shop: TestApp;

/** Notes each route that the app is given. */
function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    for (const name of [method].flat()) routes.push({ method: name, url, schema });
  });
}

beforeAll(async () => {
  subscribe(FASTIFY_MADE, watchRoutes);
  shop = await startTestApp();
  unsubscribe(FASTIFY_MADE, watchRoutes);
});
afterAll(() => shop.close());

function calls(): Route[] {
  return routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith(PREFIX) && !NO_CALLS.has(url));
}

function nameOf({ method, url }: Route): string {
  return `${method} ${url}`;
}

async function sourcesOfTests(): Promise<string> {
  const texts: string[] = [];
  for await (const path of glob('**/*.{api,race}.test.ts', { cwd: import.meta.dirname })) {
    texts.push(readFileSync(join(import.meta.dirname, path), 'utf8'));
  }
  return texts.join('\n');
}

/** Finds `client.put(\`/api/soldiers/${id}\`` for `PUT /api/soldiers/:id`. */
function callPattern({ method, url }: Route): RegExp {
  const path = url.replaceAll('.', '\\.').replace(/:\w+/g, '(\\$\\{[^}]+\\}|[\\w%.-]+)');
  return new RegExp(`\\.${method.toLowerCase()}\\(\\s*['"\`]${path}['"\`?]`);
}

describe('every call of the API', () => {
  it('is known by name', () => {
    expect(calls().map(nameOf).toSorted()).toMatchObject([
      'DELETE /api/soldiers/:id',
      'GET /api/auth/check-userid/:userId',
      'GET /api/auth/my',
      'GET /api/bootpay/settings',
      'GET /api/csrf-token',
      'GET /api/orders/:id',
      'GET /api/orders/my',
      'GET /api/services',
      'GET /api/services/:id',
      'GET /api/soldiers/:id',
      'GET /api/soldiers/my',
      'PATCH /api/orders/:id',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/register',
      'POST /api/bootpay/confirm',
      'POST /api/bootpay/webhook',
      'POST /api/orders',
      'POST /api/soldiers',
      'PUT /api/soldiers/:id',
    ]);
  });

  it('has schemas of what it takes and what it answers', () => {
    const lacking = calls().flatMap((route) => {
      const { schema } = route;
      const takesBody = ['POST', 'PUT', 'PATCH'].includes(route.method) && !WITHOUT_BODY.has(nameOf(route));
      const answers = Object.keys((schema?.response as object | undefined) ?? {});
      return [
        ...(takesBody && !schema?.body ? [`${nameOf(route)}: body`] : []),
        ...(route.url.includes(':') && !schema?.params ? [`${nameOf(route)}: params`] : []),
        ...(answers.some((status) => /^20\d$/.test(status)) ? [] : [`${nameOf(route)}: answer`]),
      ];
    });
    expect(lacking).toEqual([]);
  });

  it('is tried by an API test', async () => {
    const sources = await sourcesOfTests();
    const untried = calls().filter((route) => !callPattern(route).test(sources));
    expect(untried.map(nameOf)).toEqual([]);
  });

  it('is described at /api/openapi.json, with its errors', async () => {
    const response = await shop.client().get('/api/openapi.json');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const { openapi, paths } = response.json();
    expect(openapi).toMatch(/^3\.1/);
    for (const { method, url } of calls()) {
      const described = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(described, `${method} ${url}`).toBeDefined();
      expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']));
    }
    expect(Object.keys(paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});

describe('every error', () => {
  it.each(Object.entries(ERRORS))(
    '%s has a status of the contract and a sentence for a person',
    (code, { status, message }) => {
      expect(STATUSES).toContain(status);
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      if (ENGLISH.has(code)) expect(message).toMatch(/^[A-Z][A-Za-z ]+$/);
      else expect(message.replace('JSON', '')).toMatch(/^[^A-Za-z]*[가-힣][^A-Za-z]*\.$/);
    },
  );
});
