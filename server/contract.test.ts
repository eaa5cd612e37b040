import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_TABLES } from '#server/http/api/call-tables.ts';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';

type Method = Parameters<Client['call']>[0];
type Route = { method: Method; url: string; schema: RouteOptions['schema'] };

const FASTIFY_MADE = 'fastify.initialization';
const PREFIX = '/api/';
/** Describes the others, and stands for whatever does not exist. */
const NO_CALLS = new Set(['/api/openapi.json', '/api/*']);
const WITHOUT_BODY = new Set([
  'POST /api/admin/mails/:id/retry',
  'POST /api/admin/orders/:id/check',
  'POST /api/auth/logout',
]);
const ADMIN_PREFIX = '/api/admin/';
/** Everybody may make these. */
const PUBLIC = new Set([
  'GET /api/auth/check-userid/:userId',
  'GET /api/bootpay/settings',
  'GET /api/csrf-token',
  'GET /api/oauth/:provider',
  'GET /api/oauth/:provider/callback',
  'GET /api/oauth/providers',
  'GET /api/services',
  'GET /api/services/:id',
  'POST /api/auth/find-userid',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/password-reset/confirm',
  'POST /api/auth/password-reset/request',
  'POST /api/auth/register',
  'POST /api/bootpay/webhook',
  'POST /api/oauth/complete-social-register',
  'POST /api/oauth/verify-social-token',
]);
/** The statuses of contract §1, 402 of the payment and 410 of an infected file. */
const STATUSES = [400, 401, 402, 403, 404, 409, 410, 413, 415, 429, 500, 502, 503];
/** Fixed by the spec in English. */
const ENGLISH = new Set(['INVALID_CREDENTIALS', 'ADMIN_UNAUTHENTICATED', 'ADMIN_FORBIDDEN']);

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function isMethod(name: string): name is Method {
  return METHODS.some((method) => method === name);
}

const routes: Route[] = [];
let shop: TestApp;

/** Notes each route that the app is given. */
function watchRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url, schema }) => {
    for (const name of [method].flat()) if (isMethod(name)) routes.push({ method: name, url, schema });
  });
}

beforeAll(async () => {
  subscribe(FASTIFY_MADE, watchRoutes);
  shop = await startTestApp();
  unsubscribe(FASTIFY_MADE, watchRoutes);
});
afterAll(() => shop.close());

function calls(): Route[] {
  return routes.filter(({ url }) => url.startsWith(PREFIX) && !NO_CALLS.has(url));
}

function nameOf({ method, url }: Pick<Route, 'method' | 'url'>): string {
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
      'DELETE /api/admin/services/:id',
      'DELETE /api/orders/:id/refund-requests',
      'DELETE /api/soldiers/:id',
      'GET /api/admin/audit',
      'GET /api/admin/dashboard',
      'GET /api/admin/statistics',
      'GET /api/admin/mails',
      'GET /api/admin/orders',
      'GET /api/admin/orders/:id',
      'GET /api/admin/orders/:id/payment-events',
      'GET /api/admin/orders/export',
      'GET /api/admin/payment-differences',
      'GET /api/admin/payment-webhooks',
      'GET /api/admin/refund-requests',
      'GET /api/admin/services',
      'GET /api/admin/services/:id',
      'GET /api/admin/terms',
      'GET /api/admin/terms/:filename',
      'GET /api/admin/terms/:filename/versions/:version',
      'GET /api/admin/users',
      'GET /api/admin/users/:id',
      'GET /api/admin/users/:id/soldiers',
      'GET /api/auth/check-userid/:userId',
      'GET /api/auth/closing',
      'GET /api/auth/my',
      'GET /api/auth/personal-data',
      'GET /api/bootpay/settings',
      'GET /api/csrf-token',
      'GET /api/oauth/:provider',
      'GET /api/oauth/:provider/callback',
      'GET /api/oauth/providers',
      'GET /api/orders/:id',
      'GET /api/orders/my',
      'GET /api/services',
      'GET /api/services/:id',
      'GET /api/soldiers/:id',
      'GET /api/soldiers/my',
      'PATCH /api/orders/:id',
      'POST /api/admin/images',
      'POST /api/admin/mails/:id/retry',
      'POST /api/admin/orders/:id/attempts/:receiptId/drop',
      'POST /api/admin/orders/:id/check',
      'POST /api/admin/orders/:id/notes',
      'POST /api/admin/orders/:id/refunds',
      'POST /api/admin/orders/:id/refunds/outside',
      'POST /api/admin/payment-differences/:id/handled',
      'POST /api/admin/payment-webhooks/:id/handled',
      'POST /api/admin/payment-webhooks/handled',
      'POST /api/admin/refund-requests/:id/grant',
      'POST /api/admin/refund-requests/:id/refuse',
      'POST /api/admin/services',
      'POST /api/admin/terms',
      'POST /api/auth/close',
      'POST /api/auth/find-userid',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/password-reset/confirm',
      'POST /api/auth/password-reset/request',
      'POST /api/auth/register',
      'POST /api/bootpay/confirm',
      'POST /api/bootpay/webhook',
      'POST /api/oauth/complete-social-register',
      'POST /api/oauth/verify-social-token',
      'POST /api/orders',
      'POST /api/orders/:id/refund-requests',
      'POST /api/soldiers',
      'PUT /api/admin/orders/:id',
      'PUT /api/admin/orders/:id/work',
      'PUT /api/admin/services/:id',
      'PUT /api/admin/services/positions',
      'PUT /api/admin/terms/:filename',
      'PUT /api/admin/users/:id/role',
      'PUT /api/auth/update-profile',
      'PUT /api/orders/:id/refund-account',
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
        ...(answers.some((status) => /^(20\d|302)$/.test(status)) ? [] : [`${nameOf(route)}: answer`]),
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
      if (!inTables.has(nameOf({ method, url }))) {
        expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(['4XX', '5XX']));
      }
    }
    expect(Object.keys(paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});

const inTables = new Set(
  CALL_TABLES.flatMap(({ calls: table }) => Object.values(table).map(({ method, path }) => `${method} ${path}`)),
);
const SECURITY = {
  public: { read: [], write: [{ csrf: [] }] },
  user: { read: [{ session: [] }], write: [{ session: [], csrf: [] }] },
  admin: { read: [{ session: [] }], write: [{ session: [], csrf: [] }] },
} as const;

describe('/api/openapi.json', () => {
  it('describes every call of the tables by id, tag, summary, security and error codes', async () => {
    const { paths, components, tags } = (await shop.client().get('/api/openapi.json')).json();
    const ids = new Set<string>();
    const seen = new Set<string>();
    for (const { name: table, calls: entries } of CALL_TABLES) {
      expect(tags).toContainEqual({ name: table, description: expect.stringMatching(/^[A-Z].{10,}\.$/) });
      for (const [name, { method, path, access }] of Object.entries(entries)) {
        if (seen.has(`${method} ${path}`)) continue;
        seen.add(`${method} ${path}`);
        const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        expect(operation, `${method} ${path}`).toMatchObject({
          operationId: `${table}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          tags: [table],
          summary: expect.stringMatching(/^[A-Z].{8,70}[^.]$/),
          security: SECURITY[access][method === 'GET' ? 'read' : 'write'],
        });
        ids.add(operation.operationId);
        for (const [status, { $ref }] of Object.entries<{ $ref?: string }>(operation.responses)) {
          if (Number(status) < 400) continue;
          const response = components.responses[String($ref).replace('#/components/responses/', '')];
          const codes: ErrorCode[] = response.content['application/json'].schema.properties.code.enum;
          expect(codes.map((code) => ERRORS[code].status)).toEqual(codes.map(() => Number(status)));
          for (const code of codes) expect(response.description).toContain(`\`${code}\`: ${ERRORS[code].message}`);
        }
      }
    }
    expect(ids.size).toBe(inTables.size);
  });
});

describe('every call', () => {
  it('but the public ones is 401 for a visitor, before anything else is looked at', async () => {
    const client = shop.client();
    const answers: Record<string, number> = {};
    for (const { method, url } of calls().filter((route) => !PUBLIC.has(nameOf(route)))) {
      const response = await client.call(method, url.replace(/:\w+/, 'abc'));
      const isAdmins = url.startsWith(ADMIN_PREFIX);
      expect(response.json()).toEqual(
        isAdmins
          ? { code: 'ADMIN_UNAUTHENTICATED', error: 'Authentication or Admin privileges required' }
          : { code: 'UNAUTHENTICATED', error: '로그인이 필요합니다.' },
      );
      expect(response.headers['cache-control']).toBe('no-store');
      answers[`${method} ${url}`] = response.statusCode;
    }
    expect(new Set(Object.values(answers))).toEqual(new Set([401]));
    expect(Object.keys(answers).filter((name) => !name.includes(ADMIN_PREFIX))).toHaveLength(18);
  });

  it('of the admin area is 403 for who is not of the staff, before anything else is looked at', async () => {
    const client = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    for (const { method, url } of calls().filter((route) => route.url.startsWith(ADMIN_PREFIX))) {
      const response = await client.call(method, url.replace(/:\w+/, 'abc'));
      expect([url, response.statusCode]).toEqual([url, 403]);
      expect(response.json()).toEqual({
        code: 'ADMIN_FORBIDDEN',
        error: 'Authentication or Admin privileges required',
      });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('that changes something is 403 without a token, but the webhook', async () => {
    const client = shop.client();
    for (const { method, url } of calls().filter((route) => route.method !== 'GET')) {
      const response = await client.call(method, url.replace(/:\w+/, '1'), {}, { csrf: false });
      const isExempt = url === '/api/bootpay/webhook';
      expect([url, response.json().code]).toEqual([url, isExempt ? 'VALIDATION_FAILED' : 'CSRF_INVALID']);
    }
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
