import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '#shared/contract/call.ts';
import { route } from './route.ts';

const summary = 'Make a thing';
const thing = z.object({ name: z.string() });
const params = z.object({ id: z.string().transform(Number) });
const query = z.object({ part: z.string().optional() });
const body = z.object({ name: z.string(), size: z.number().default(1) });
type Thing = z.infer<typeof thing>;
type Query = z.input<typeof query>;

const find = call<{ params: { id: string }; query: Query; answer: Thing }>('GET', '/things/:id', { access: 'public' });
const findKept = call<{ answer: Thing }>('GET', '/kept', { access: 'public', isCacheable: true });
const make = call<{ body: z.input<typeof body>; answer: Thing }>('POST', '/things', { access: 'user', status: 201 });
const change = call<{ answer: Thing }>('PUT', '/things', { access: 'admin', needs: 'any', status: [202, 200] });

function buildApp(): FastifyInstance {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const guard = (name: string) => async (request: { headers: object }) => {
    if (!(name in request.headers)) throw new Error(`not ${name}`);
  };
  app.decorate('guards', { public: undefined, user: guard('x-user'), admin: guard('x-admin') });
  return app;
}

describe('route', () => {
  it('takes URL, status and no-store from the call, and validates input and output', async () => {
    const app = buildApp();
    route(app, find, { summary, params, query, answer: thing }, ({ params: { id }, query: { part } }) => ({
      name: `${id.toFixed(1)} ${part?.toUpperCase()}`,
      secret: 'not in the schema',
    }));
    const response = await app.inject('/things/7?part=a');
    expect(response.json()).toEqual({ name: '7.0 A' });
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('leaves the Cache-Control of a cacheable call to its handler', async () => {
    const app = buildApp();
    route(app, findKept, { summary, answer: thing }, () => ({ name: 'kept' }));
    expect((await app.inject('/kept')).headers['cache-control']).toBeUndefined();
  });

  it('runs the access guard before validating the body', async () => {
    const app = buildApp();
    route(app, make, { summary, body, answer: thing }, ({ body: { name, size } }) => ({ name: `${name} ${size}` }));
    const refused = await app.inject({ method: 'POST', url: '/things', payload: {} });
    expect(refused.json().message).toBe('not x-user');
    expect(refused.headers['cache-control']).toBe('no-store');
    const headers = { 'x-user': '1' };
    expect((await app.inject({ method: 'POST', url: '/things', headers, payload: {} })).statusCode).toBe(400);
    const made = await app.inject({ method: 'POST', url: '/things', headers, payload: { name: 'a' } });
    expect([made.statusCode, made.json()]).toEqual([201, { name: 'a 1' }]);
  });

  it('lets the handler choose one of several statuses, the first by default', async () => {
    const app = buildApp();
    let isDone = false;
    route(app, change, { summary, answer: thing }, (_request, reply) => {
      if (isDone) reply.code(200);
      return { name: 'changed' };
    });
    const request = { method: 'PUT', url: '/things', headers: { 'x-admin': '1' } } as const;
    expect((await app.inject(request)).statusCode).toBe(202);
    isDone = true;
    expect((await app.inject(request)).statusCode).toBe(200);
  });
});

/** Never called: compiling these lines is the test. */
function refusedByTheCompiler(app: FastifyInstance): void {
  // @ts-expect-error: the call takes a query
  route(app, find, { summary, params, answer: thing }, () => ({ name: '' }));
  // @ts-expect-error: the call takes no body
  route(app, find, { summary, params, query, body, answer: thing }, () => ({ name: '' }));
  // @ts-expect-error: the schema asks for a field that the call does not send
  route(app, make, { summary, body: body.extend({ colour: z.string() }), answer: thing }, () => ({ name: '' }));
  // @ts-expect-error: the schema refuses values that the call may send
  route(app, make, { summary, body: z.object({ name: z.literal('x') }), answer: thing }, () => ({ name: '' }));
  // @ts-expect-error: the answer lacks what the call promises
  route(app, make, { summary, body, answer: z.object({}) }, () => ({}));
  // @ts-expect-error: the handler answers something else
  route(app, make, { summary, body, answer: thing }, () => ({ title: '' }));
  // @ts-expect-error: the handler answers something else, later
  route(app, make, { summary, body, answer: thing }, async () => ({ name: 1 }));
  // @ts-expect-error: there is no such error
  route(app, make, { summary, body, answer: thing, errors: ['THING_UNKNOWN'] }, () => ({ name: '' }));
  // @ts-expect-error: every call is summarised
  route(app, make, { body, answer: thing }, () => ({ name: '' }));
}

it('does not compile where schemas or handler differ from the call', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
