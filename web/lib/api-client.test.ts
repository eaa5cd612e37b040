import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NETWORK_ERROR_MESSAGE } from './api-error.ts';

type Answer = Response | Error;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const token = (value: string) => json(200, { csrfToken: value });

/** Answers the calls in their order and keeps what was asked. */
function serverThatAnswers(...answers: Answer[]) {
  const calls: { path: string; headers: Headers; method: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    calls.push({ path, headers: new Headers(init.headers), method: init.method ?? 'GET', body: init.body });
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error(`unexpected call of ${path}`);
    return answer;
  });
  return calls;
}

let client: typeof import('./api-client.ts');
let unauthorized: typeof import('./unauthorized.ts');

beforeEach(async () => {
  // The token is kept in the module: every test starts without one.
  vi.resetModules();
  client = await import('./api-client.ts');
  unauthorized = await import('./unauthorized.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('fetches the CSRF token once and sends it with unsafe calls', async () => {
  const calls = serverThatAnswers(token('t1'), json(201, { id: 1 }), json(200, { success: true }));
  await client.callServer('POST', '/api/soldiers', { fullname: '홍길동' }, {});
  await client.callServer('DELETE', '/api/soldiers/1', undefined, {});
  expect(calls.map((call) => call.path)).toEqual(['/api/csrf-token', '/api/soldiers', '/api/soldiers/1']);
  expect(calls[1]?.headers.get('x-csrf-token')).toBe('t1');
  expect(calls[2]?.headers.get('x-csrf-token')).toBe('t1');
  expect(calls[2]?.headers.has('content-type')).toBe(false);
});

test('sends the call without the header if there is no token, and fetches one for the next call', async () => {
  const calls = serverThatAnswers(new Error('down'), json(200, {}), token('t2'), json(200, {}));
  await client.callServer('POST', '/api/orders', {}, {});
  await client.callServer('POST', '/api/orders', {}, {});
  expect(calls[1]?.headers.has('x-csrf-token')).toBe(false);
  expect(calls[3]?.headers.get('x-csrf-token')).toBe('t2');
});

test('drops the token after 401 and 403, and reports it once', async () => {
  const statuses: number[] = [];
  unauthorized.setUnauthorizedHandler((status) => statuses.push(status));
  const refusal = json(401, { error: '로그인이 필요합니다.', code: 'UNAUTHENTICATED' });
  const calls = serverThatAnswers(token('t1'), refusal, token('t2'), json(200, {}));
  await expect(client.callServer('POST', '/api/orders', {}, {})).rejects.toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
  });
  await client.callServer('POST', '/api/orders', {}, {});
  expect(statuses).toEqual([401]);
  expect(calls[3]?.headers.get('x-csrf-token')).toBe('t2');
});

test.each(['FORBIDDEN', 'FOREIGN_ORIGIN', 'PERMISSION_REQUIRED'])(
  'leaves a 403 with %s to its caller and the user on the page',
  async (code) => {
    const handler = vi.fn();
    unauthorized.setUnauthorizedHandler(handler);
    serverThatAnswers(json(403, { error: '접근할 수 없는 주소입니다.', code }));
    await expect(client.callServer('GET', '/api/orders/my', undefined, {})).rejects.toMatchObject({
      status: 403,
      message: '접근할 수 없는 주소입니다.',
    });
    expect(handler).not.toHaveBeenCalled();
  },
);

test('retries once with a new token if the old one was refused', async () => {
  const refusal = () => json(403, { error: '보안 토큰이 올바르지 않습니다.', code: 'CSRF_INVALID' });
  const calls = serverThatAnswers(token('old'), refusal(), token('new'), json(200, { success: true }));
  const response = await client.callServer('POST', '/api/auth/logout', undefined, {});
  expect(await client.readAnswer(response)).toEqual({ success: true });
  expect(calls[3]?.headers.get('x-csrf-token')).toBe('new');
  serverThatAnswers(refusal(), token('newer'), refusal());
  await expect(client.callServer('POST', '/api/auth/logout', undefined, {})).rejects.toMatchObject({
    code: 'CSRF_INVALID',
  });
});

test('leaves a 401 to a caller that passes isSilent', async () => {
  const handler = vi.fn();
  unauthorized.setUnauthorizedHandler(handler);
  serverThatAnswers(json(401, { error: '로그인이 필요합니다.', code: 'UNAUTHENTICATED' }));
  await expect(client.callServer('GET', '/api/auth/my', undefined, { isSilent: true })).rejects.toMatchObject({
    status: 401,
  });
  expect(handler).not.toHaveBeenCalled();
});

test('passes on message, field errors and retry time of an error', async () => {
  const body = {
    error: '요청이 너무 많습니다.',
    code: 'TOO_MANY_REQUESTS',
    details: [{ path: 'phone', message: '형식' }],
  };
  serverThatAnswers(json(429, body, { 'retry-after': '30' }));
  await expect(client.callServer('GET', '/api/orders/my', undefined, {})).rejects.toMatchObject({
    status: 429,
    message: '요청이 너무 많습니다.',
    details: [{ path: 'phone', message: '형식' }],
    retryAfter: 30,
  });
});

test('reports a network failure and an unreadable response', async () => {
  serverThatAnswers(new TypeError('failed'));
  await expect(client.callServer('GET', '/api/services', undefined, {})).rejects.toMatchObject({
    status: 0,
    message: NETWORK_ERROR_MESSAGE,
  });
  serverThatAnswers(new Response('<html>', { status: 502 }));
  await expect(client.callServer('GET', '/api/services', undefined, {})).rejects.toMatchObject({
    status: 502,
    code: 'UNREADABLE',
  });
});
