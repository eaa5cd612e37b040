import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { SECURITY_HEADERS } from '#server/http/guards/security-headers.ts';
import { ERRORS, type ErrorBody } from '#shared/contract/errors.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { type HostileRequest, hostileRequest } from '#tests/support/app/hostile-requests.ts';
import { type Operation, readOperations, type Schema } from '#tests/support/app/openapi.ts';

/**
 * Fixed seed, so every run sends the same requests. A failure prints the seed and the path of its
 * request; set them here to reproduce it.
 */
const SEED = 20_261_121;
/** Time limit of shrinking, which repeats requests; it reports the smallest failure found. */
const PATIENCE_MS = 10_000;
const MOST_PER_TEST_MS = 120_000;

const NO_LIMITS = {
  loginFailures: 0,
  loginFailuresWide: 0,
  checkUserIdPerMinute: 0,
  registerPerHour: 0,
  recoveryPerAddress: 0,
  recoveryPerEmail: 0,
  ordersPerMinute: 0,
  paymentCallsPerMinute: 0,
  socialPerMinute: 0,
  adminSearchesPerMinute: 0,
  adminExports: 0,
  messagesPerMinute: 0,
  conversationsPerHour: 0,
  filesPerHour: 0,
};

/** Responses that are the same for all users and may be cached. */
const SHARED = new Set([
  'GET /api/services',
  'GET /api/services/{id}',
  'GET /api/services/{id}/related',
  'GET /terms/{filename}',
  'GET /tos-table.html',
]);
/** English messages of contract §1. */
const ENGLISH = new Set(['INVALID_CREDENTIALS', 'ADMIN_UNAUTHENTICATED', 'ADMIN_FORBIDDEN']);
/** Failures of providers, and what is not set up here. */
const FOREIGN_FAILURES = new Set(['GATEWAY_UNAVAILABLE', 'PROVIDER_UNREACHABLE', 'IDENTITY_UNREACHABLE', 'SMS_OFF']);
const ERROR_FIELDS = ['error', 'code', 'details', 'message', 'success', 'available'];
/** Conflicts with concurrent writes. */
const CONFLICT_FIELDS = ['current'];
const INSIDES =
  /node_modules|\bat \S+ \(|\.[cm]?[jt]s\b|file:\/\/|\b(select|insert into|update|relation|column|syntax|constraint)\b|pg_|postgres|zod|undefined|expected|instanceof|\[object/i;
/** Redirects away from a URL that contains a provider's code. */
const CALLBACK = '/api/oauth/{provider}/callback';
const SECRETS = /password_hash|token_hash|\$argon2/;

const shop = await setUpTestApp({ limits: NO_LIMITS });
// A stream has no end that could be waited for.
const operations = (await readOperations(shop.client())).filter(({ path }) => path !== '/api/events');

type Role = 'visitor' | 'user' | 'admin';
type Fixture = { client: Client; ids: number[] };

/** A user with rows that the calls of one operation may change. */
async function buildFixture(role: Role): Promise<Fixture> {
  const user = await shop.buildUser({ role: role === 'admin' ? 'admin' : 'user' });
  const soldier = await shop.buildSoldier({ user });
  const service = await shop.buildService();
  const pending = await shop.buildOrder({ user, soldier, service });
  const confirmed = await shop.buildOrder({ user, soldier, service, status: 'confirmed' });
  const client = shop.client();
  if (role !== 'visitor') await client.as(user);
  return { client, ids: [user.id, soldier.id, service.id, pending.id, confirmed.id] };
}

function expectErrorShape(response: LightMyRequestResponse): void {
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const body = response.json<ErrorBody>();
  const fields = [
    ...ERROR_FIELDS,
    ...(body.code === 'VERSION_CONFLICT' ? CONFLICT_FIELDS : []),
    ...(body.code === 'CONVERSATION_OPEN' ? ['id'] : []),
  ];
  expect(fields).toEqual(expect.arrayContaining(Object.keys(body)));
  expect(Object.keys(ERRORS)).toContain(body.code);
  expect(ERRORS[body.code].status).toBe(response.statusCode);
  const sentences = [
    body.error,
    ...(body.message ? [body.message] : []),
    ...(body.details ?? []).map((d) => d.message),
  ];
  for (const sentence of sentences) {
    expect(sentence).not.toMatch(INSIDES);
    if (!ENGLISH.has(body.code)) expect(sentence).toMatch(/[가-힣]/);
  }
}

function expectGoodAnswer({ method, path }: Operation, response: LightMyRequestResponse): void {
  if (response.statusCode >= 500) expect(FOREIGN_FAILURES).toContain(response.json<ErrorBody>().code);
  if (response.statusCode >= 400) expectErrorShape(response);
  const isRedirect = path === CALLBACK && response.statusCode === 302;
  expect(response.headers).toMatchObject({
    ...SECURITY_HEADERS,
    ...(isRedirect && { 'referrer-policy': 'no-referrer' }),
  });
  expect(response.body).not.toMatch(SECRETS);
  // A path that cannot be decoded matches no call.
  const isCall = response.statusCode < 400 || !/^(BAD_REQUEST|NOT_FOUND)$/.test(response.json<ErrorBody>().code);
  if (isCall && !SHARED.has(`${method} ${path}`)) expect(response.headers['cache-control']).toBe('no-store');
}

function send(client: Client, method: Operation['method'], { url, contentType, body }: HostileRequest) {
  return client.call(method, url, body, { headers: contentType === undefined ? {} : { 'content-type': contentType } });
}

/** Sends random requests to one operation; returns the contract violations. */
async function probe(operation: Operation, role: Role, numRuns: number, given: Fixture): Promise<string[]> {
  let fixture = given;
  const property = fc.asyncProperty(hostileRequest(operation, fixture.ids), async (request) => {
    const response = await send(fixture.client, operation.method, request);
    expectGoodAnswer(operation, response);
    // Calls may log out, close the account or drop the role, so restore the session.
    if (role !== 'visitor' && (response.statusCode === 401 || !fixture.client.cookies.has('sid'))) {
      fixture = await buildFixture(role);
    }
  });
  const details = await fc.check(property, { seed: SEED, numRuns, interruptAfterTimeLimit: PATIENCE_MS });
  if (!details.failed) return [];
  const report = [`${role}: ${operation.method} ${operation.path}`, fc.defaultReportMessage(details)];
  return [[...report, String(details.errorInstance)].map((text) => text?.slice(0, 3000)).join('\n')];
}

/** The lists of a body that a sender may make as long as a body can be: each wrong entry costs a line of the answer. */
function unboundedLists(schema: Schema | undefined, path: string): string[] {
  if (!schema) return [];
  const own = schema.type === 'array' && schema.maxItems === undefined ? [path] : [];
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []);
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...own,
    ...unboundedLists(schema.items, `${path}.*`),
    ...choices.flatMap((choice) => unboundedLists(choice, path)),
    ...fields.flatMap(([name, field]) => unboundedLists(field, `${path}.${name}`)),
  ];
}

it('every list of a body has a greatest length', () => {
  expect(operations.flatMap(({ method, path, body }) => unboundedLists(body, `${method} ${path}`))).toEqual([]);
});

describe('for random requests to the API', () => {
  it.each<[Role, number]>([
    ['visitor', 3],
    ['user', 5],
    ['admin', 8],
  ])(
    'by a %s, no response is an internal error',
    async (role, numRuns) => {
      const wrong: string[] = [];
      // For calls that are refused: they change nothing.
      const shared = await buildFixture(role);
      for (const operation of operations) {
        const isGuarded = role !== 'admin' && operation.path.startsWith('/api/admin/');
        const fixture = isGuarded || role === 'visitor' ? shared : await buildFixture(role);
        wrong.push(...(await probe(operation, role, isGuarded ? 2 : numRuns, fixture)));
      }
      expect(wrong.join('\n\n')).toBe('');
      expect(operations.length).toBeGreaterThan(60);
    },
    MOST_PER_TEST_MS,
  );

  it('the server keeps working', async () => {
    const client = shop.client();
    expect((await client.get('/readyz')).statusCode).toBe(200);
    expect((await client.get('/api/services')).statusCode).toBe(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
