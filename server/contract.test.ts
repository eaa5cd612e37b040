import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_TABLES } from '#server/registry/features.ts';
import type { Call } from '#shared/contract/call.ts';
import { ERRORS, type ErrorCode } from '#shared/contract/errors.ts';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';

type Method = Parameters<Client['call']>[0];
type Route = { method: Method; url: string; schema: RouteOptions['schema'] };

const FASTIFY_MADE = 'fastify.initialization';
const PREFIX = '/api/';
/** The description of the calls, and the fallback for addresses that do not exist. */
const NO_CALLS = new Set(['/api/openapi.json', '/api/*']);
const ADMIN_PREFIX = '/api/admin/';
/** The statuses of contract §1, 402 of the payment and 410 of an infected file. */
const STATUSES = [400, 401, 402, 403, 404, 409, 410, 413, 415, 429, 500, 502, 503];
/** English sentences of contract §1. */
/** Names of file formats, which Korean writes in Latin letters. */
const FORMATS = /(JSON|PDF|HWPX?|DOCX|XLSX|PPTX|TXT|JPG|PNG|WebP|HEIC|MOV|3GP|WAV|AMR|MP[34]|M4A|ZIP)(?![A-Za-z])/g;
const ENGLISH = new Set([
  'INVALID_CREDENTIALS',
  'ADMIN_UNAUTHENTICATED',
  'ADMIN_FORBIDDEN',
  'PERMISSION_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
]);

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const TABLE_CALLS = CALL_TABLES.flatMap(({ calls: table }) => Object.values(table));
const UNSAFE_CALLS = TABLE_CALLS.filter(({ method }) => method !== 'GET');

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

function addressOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** An address of the call with parameters that are no ids. */
function exampleOf({ path }: Call): string {
  return path.replaceAll(/:\w+/g, 'abc');
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
  it('is in a table, and each call of the tables has a route', () => {
    const inApi = TABLE_CALLS.filter(({ path }) => path.startsWith(PREFIX));
    expect(new Set(calls().map(nameOf))).toEqual(new Set(inApi.map(addressOf)));
  });

  it('requires an administrator exactly below /api/admin', () => {
    const differing = TABLE_CALLS.filter(({ path, access }) => path.startsWith(ADMIN_PREFIX) !== (access === 'admin'));
    expect(differing.map(addressOf)).toEqual([]);
  });

  it('has a schema for the parameters of its address', () => {
    const lacking = calls().filter(({ url, schema }) => url.includes(':') !== Boolean(schema?.params));
    expect(lacking.map(nameOf)).toEqual([]);
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
    }
    expect(Object.keys(paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});

type ErrorResponse = {
  content: { 'application/json': { schema: { properties: { code: { enum: ErrorCode[] } } } } };
};

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
      for (const [name, { method, path, access, isCsrfExempt }] of Object.entries(entries)) {
        if (seen.has(`${method} ${path}`)) continue;
        seen.add(`${method} ${path}`);
        const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        expect(operation, `${method} ${path}`).toMatchObject({
          operationId: `${table}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          tags: [table],
          summary: expect.stringMatching(/^[A-Z].{8,70}[^.]$/),
          security: SECURITY[access][method === 'GET' || isCsrfExempt ? 'read' : 'write'],
        });
        ids.add(operation.operationId);
        for (const [status, response] of Object.entries<ErrorResponse>(operation.responses)) {
          if (Number(status) < 400) continue;
          const codes = response.content['application/json'].schema.properties.code.enum;
          expect(codes).not.toEqual([]);
          const statuses = codes.map((code) => String(ERRORS[code].status));
          if (status === 'default') for (const other of statuses) expect(operation.responses).not.toHaveProperty(other);
          else expect(statuses).toEqual(codes.map(() => status));
        }
      }
    }
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      expect(components.schemas.ErrorCode.enum).toContain(code);
      expect(components.schemas.ErrorCode.description).toContain(`- ${status} \`${code}\`: ${message}`);
    }
    expect(ids.size).toBe(new Set(TABLE_CALLS.map(addressOf)).size);
  });
});

const REFUSALS = {
  user: { code: 'UNAUTHENTICATED', error: '로그인이 필요합니다.' },
  admin: { code: 'ADMIN_UNAUTHENTICATED', error: 'Authentication or Admin privileges required' },
} as const;

describe('every call', () => {
  it('but the public ones is 401 for a visitor, before anything else is checked', async () => {
    const client = shop.client();
    for (const call of TABLE_CALLS) {
      if (call.access === 'public') continue;
      const response = await client.call(call.method, exampleOf(call));
      expect([addressOf(call), response.statusCode]).toEqual([addressOf(call), 401]);
      expect(response.json()).toEqual(REFUSALS[call.access]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('for administrators is 403 for a customer, before anything else is checked', async () => {
    const client = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    for (const call of TABLE_CALLS.filter(({ access }) => access === 'admin')) {
      const response = await client.call(call.method, exampleOf(call));
      expect([addressOf(call), response.statusCode]).toEqual([addressOf(call), 403]);
      expect(response.json()).toEqual({ ...REFUSALS.admin, code: 'ADMIN_FORBIDDEN' });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it('that changes something returns 403 without a CSRF token, except webhooks', async () => {
    const client = shop.client();
    for (const call of UNSAFE_CALLS) {
      const response = await client.call(call.method, exampleOf(call), {}, { csrf: false });
      expect([addressOf(call), response.json().code]).toEqual([
        addressOf(call),
        call.isCsrfExempt ? expect.stringMatching(/^(VALIDATION_FAILED|REPORT_REFUSED)$/) : 'CSRF_INVALID',
      ]);
    }
    expect(UNSAFE_CALLS.filter(({ isCsrfExempt }) => isCsrfExempt).map(addressOf)).toEqual([
      'POST /api/bootpay/webhook',
      'POST /api/bootpay/alimtalk-webhook',
      'POST /api/solapi/webhook',
    ]);
  });
});

describe('every error', () => {
  it.each(Object.entries(ERRORS))(
    '%s has a status of the contract and a sentence for a person',
    (code, { status, message }) => {
      expect(STATUSES).toContain(status);
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      if (ENGLISH.has(code)) expect(message).toMatch(/^[A-Z][A-Za-z ]+$/);
      else expect(message.replace(FORMATS, '')).toMatch(/^[^A-Za-z]*[가-힣][^A-Za-z]*\.$/);
    },
  );
});
