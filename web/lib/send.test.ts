import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '#shared/contract/call.ts';
import { send, urlOf } from './send.ts';
import { sendFile } from './send-file.ts';
import { sendList } from './send-list.ts';
import { sendText } from './send-text.ts';

type Thing = { id: number };
const list = call<{ query: { q?: string | undefined; page?: string | undefined }; answer: Thing[] }>('GET', '/things', {
  access: 'public',
});
const change = call<{ params: { id: string; part: string }; body: { name: string }; answer: Thing }>(
  'PUT',
  '/things/:id/parts/:part',
  { access: 'user' },
);
const listPages = call<{ query: { cursor?: string | undefined }; answer: Thing[] }>('GET', '/pages', {
  access: 'admin',
  needs: 'any',
});
const readText = call<{ answer: string }>('GET', '/text', { access: 'public' });
const upload = call<{ body: { file: Uint8Array }; answer: Thing }>('POST', '/files', { access: 'admin', needs: 'any' });

type Sent = { url: string; init: RequestInit };

/** A server that answers every call alike, apart from the one for the token. */
function answerWith(answer: () => Response): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/csrf-token') return Response.json({ csrfToken: 't' });
    sent.push({ url, init });
    return answer();
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

describe('urlOf', () => {
  it('puts the parameters into the path, escaped', () => {
    expect(urlOf(change, { params: { id: 7, part: 'a/b 가' } })).toBe('/things/7/parts/a%2Fb%20%EA%B0%80');
  });

  it('appends the query without undefined values', () => {
    expect(urlOf(list, { query: { q: 'a&b', page: undefined } })).toBe('/things?q=a%26b');
    expect(urlOf(list, { query: { q: undefined } })).toBe('/things');
    expect(urlOf(list)).toBe('/things');
  });
});

describe('send', () => {
  it('makes the call with its method, path and body, and returns its answer', async () => {
    const sent = answerWith(() => Response.json({ id: 7 }));
    const { id } = await send(change, { params: { id: '7', part: 'x' }, body: { name: '이름' } });
    expect(id.toFixed()).toBe('7');
    expect(sent).toMatchObject([{ url: '/things/7/parts/x', init: { method: 'PUT', body: '{"name":"이름"}' } }]);
  });
});

describe('sendList', () => {
  it('returns the rows, the cursor of the next page and the total', async () => {
    const headers = { link: '</pages?limit=2&cursor=abc>; rel="next"', 'x-total-count': '10000+' };
    const sent = answerWith(() => Response.json([{ id: 1 }], { headers }));
    const page = await sendList(listPages, { query: { cursor: 'xyz' } });
    expect(page).toEqual({ rows: [{ id: 1 }], next: 'abc', total: '10000+' });
    expect(sent[0]?.url).toBe('/pages?cursor=xyz');
  });

  it('has no next page if the server names none', async () => {
    answerWith(() => Response.json([], { headers: { 'x-total-count': '0' } }));
    expect(await sendList(listPages)).toEqual({ rows: [], next: undefined, total: '0' });
  });
});

describe('sendText', () => {
  it('returns the text unchanged', async () => {
    answerWith(() => new Response('<p>약관</p>'));
    expect(await sendText(readText)).toBe('<p>약관</p>');
  });
});

describe('sendFile', () => {
  it("sends the file as a form, with the browser's own boundary", async () => {
    const sent = answerWith(() => Response.json({ id: 1 }));
    const file = new File(['그림'], 'a.png', { type: 'image/png' });
    expect(await sendFile(upload, file, {})).toEqual({ id: 1 });
    const { body, headers } = sent[0]?.init ?? {};
    expect(new Headers(headers).has('content-type')).toBe(false);
    expect(body instanceof FormData && body.get('file')).toEqual(file);
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
