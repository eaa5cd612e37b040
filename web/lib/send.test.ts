import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '#shared/contract/call.ts';
import { send, urlOf } from './send.ts';

type Thing = { id: number };
const list = call<{ query: { q?: string | undefined; page?: string | undefined }; answer: Thing[] }>('GET', '/things', {
  access: 'public',
});
const change = call<{ params: { id: string; part: string }; body: { name: string }; answer: Thing }>(
  'PUT',
  '/things/:id/parts/:part',
  { access: 'user' },
);

describe('urlOf', () => {
  it('puts the parameters into the path, escaped', () => {
    expect(urlOf(change, { params: { id: 7, part: 'a/b 가' } })).toBe('/things/7/parts/a%2Fb%20%EA%B0%80');
  });

  it('appends the query without what is undefined', () => {
    expect(urlOf(list, { query: { q: 'a&b', page: undefined } })).toBe('/things?q=a%26b');
    expect(urlOf(list, { query: { q: undefined } })).toBe('/things');
    expect(urlOf(list)).toBe('/things');
  });
});

describe('send', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('makes the call with its method, address and body, and answers its type', async () => {
    const requests: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push([url, init]);
      return Response.json(url === '/api/csrf-token' ? { csrfToken: 't' } : { id: 7 });
    });
    const { id } = await send(change, { params: { id: '7', part: 'x' }, body: { name: '이름' } });
    expect(id.toFixed()).toBe('7');
    expect(requests[1]).toMatchObject(['/things/7/parts/x', { method: 'PUT', body: '{"name":"이름"}' }]);
  });
});

/** Never called: the type check of these lines is the test. */
function refusedByTheCompiler(): void {
  // @ts-expect-error: the path has parameters
  void send(change, { body: { name: '' } });
  // @ts-expect-error: the call takes a body
  void send(change, { params: { id: 1, part: '' } });
  // @ts-expect-error: the body lacks a field
  void send(change, { params: { id: 1, part: '' }, body: {} });
  // @ts-expect-error: the query has no such parameter
  void send(list, { query: { colour: 'red' } });
  // @ts-expect-error: the answer is a list
  void send(list).then(({ id }) => id);
}

it('does not compile where the input or the answer differs from the call', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});
