import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { sendRaw } from '#tests/support/app/raw-http.ts';

let client: Client;
const shop = await setUpTestApp();
client = await shop.client().as(await shop.buildUser());

const SOLDIER = { fullname: '김본보기', relationship: '자녀', military_status: '복무 중' };
const LIMIT_BYTES = 1024 * 1024;

/** Builds a body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const frame = Buffer.byteLength(JSON.stringify({ ...SOLDIER, filler: '' }));
  return JSON.stringify({ ...SOLDIER, filler: 'x'.repeat(bytes - frame) });
}

describe('a request body', () => {
  it('is accepted up to 1 MiB and refused above', async () => {
    expect((await client.post('/api/soldiers', bodyOf(LIMIT_BYTES))).statusCode).toBe(201);
    const before = await shop.countRows();
    const response = await client.post('/api/soldiers', bodyOf(LIMIT_BYTES + 1));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({ code: 'PAYLOAD_TOO_LARGE', error: '보낸 내용이 너무 큽니다.' });
    expect(await shop.countRows()).toEqual(before);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    '',
  ])('of type "%s" is 415', async (type) => {
    const response = await client.post('/api/soldiers', JSON.stringify(SOLDIER), { headers: { 'content-type': type } });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      error: '이 주소에서 받지 않는 형식의 요청입니다.',
    });
  });

  it('may declare its character set', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await client.post('/api/soldiers', SOLDIER, { headers })).statusCode).toBe(201);
  });

  it.each(['{', '{"fullname": }', 'null trailing', '{"a":1}{"b":2}', "{'a':1}", 'undefined', '\u0000'])(
    'that is no JSON, as in %j, is 400',
    async (body) => {
      const response = await client.post('/api/soldiers', body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({
        code: 'MALFORMED_JSON',
        error: '요청 본문이 올바른 JSON 형식이 아닙니다.',
      });
    },
  );

  it('with a `__proto__` key is 400', async () => {
    const response = await client.post('/api/soldiers', '{"__proto__": {"fullname": "x"}}');
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe('MALFORMED_JSON');
  });

  it.each(['\\ud800', 'a\\udc00', '\\uDFFFx', '\\\\\\ud83d'])(
    'with an unpaired surrogate, as in %s, is 400',
    async (half) => {
      const before = await shop.countRows();
      const response = await client.post('/api/bootpay/webhook', `{"receipt_id":"a","order_id":"1","pg":"${half}"}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('MALFORMED_JSON');
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it.each(['\\ud83d\\ude42', '\\\\ud800', '\\uD55C'])('may escape characters, as in %s', async (whole) => {
    const response = await client.post('/api/soldiers', JSON.stringify(SOLDIER).replace('김', whole));
    expect(response.statusCode).toBe(201);
  });

  it('that is invalid never gets a message with type names', async () => {
    const order = { service_id: 1, selected_plan: '기본', price: 1, agreed_terms: [{ version: 1 }] };
    const response = await client.post('/api/orders', order);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', error: '입력한 내용을 다시 확인해주세요.' });
  });

  it.each(['[]', 'null', '"text"', '42', 'true', ''])(
    'that is not an object, such as %j, is 400 in Korean',
    async (body) => {
      const response = await client.post('/api/soldiers', body);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: 'VALIDATION_FAILED',
        error: '입력한 내용을 다시 확인해주세요.',
      });
    },
  );

  it('may be empty for calls without a body, with and without a content type', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await client.call('POST', '/api/auth/logout', '', { headers })).statusCode).toBe(200);
    client = await shop.client().as(await shop.buildUser());
  });
});

describe('a malformed id', () => {
  const IDS = [
    'abc',
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '01',
    '%201',
    '2147483648',
    '99999999999999999999',
    '%00',
    '१',
    '１',
    '1%2f2',
    'undefined',
  ];
  const CALLS = [
    ['GET', '/api/services/', undefined],
    ['GET', '/api/soldiers/', undefined],
    ['PUT', '/api/soldiers/', SOLDIER],
    ['DELETE', '/api/soldiers/', undefined],
    ['GET', '/api/orders/', undefined],
    ['PATCH', '/api/orders/', { status: 'cancelled' }],
  ] as const;

  it.each(CALLS)('in %s %s… is 400', async (method, url, body) => {
    for (const id of IDS) {
      const response = await client.call(method, url + encodeURI(id).replaceAll('%25', '%'), body);
      expect([id, response.statusCode]).toEqual([id, 400]);
      expect(response.json()).toEqual({
        code: 'INVALID_ID',
        error: '올바르지 않은 번호입니다.',
        details: [{ path: 'id', message: '올바르지 않은 번호입니다.' }],
      });
    }
  });

  it.each(['/api/services/%zz', '/api/orders/%', '/api/auth/check-userid/%c0%af'])(
    'that cannot be decoded (%s) is 400 with all headers',
    async (url) => {
      const response = await client.get(url);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ error: expect.stringMatching(/[가-힣]/) });
      expect(response.headers['x-content-type-options']).toBe('nosniff');
    },
  );

  it('of any length is refused with a Korean message', async () => {
    const tooLong = '9'.repeat(5000);
    for (const url of ['/api/services/', '/api/orders/', '/api/auth/check-userid/']) {
      expect((await client.get(url + tooLong)).statusCode).toBe(400);
    }
    expect((await client.get(`/terms/${tooLong}`)).json().code).toBe('NOT_FOUND');
  });
});

describe('input that is not an HTTP request', () => {
  it.each([
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['two hosts of HTTP/1.0', 'GET /api/services HTTP/1.0\r\nHost: x\r\nhost: x\r\n\r\n', 400],
    ['two lengths', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['no host', 'GET /api/services HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n', 400],
    ['an expectation of its own', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n', 417],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 413],
  ])('%s gets the common error body', async (_name, text, status) => {
    const answer = await sendRaw(shop.url, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body: unknown = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
    expect(body).toEqual({ error: expect.stringMatching(/[가-힣]/), code: expect.stringMatching(/^[A-Z_]+$/) });
  });
});

describe('an unknown URL', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/'],
    ['POST', '/api/services'],
    ['DELETE', '/api/services/1'],
    ['PUT', '/api/orders/1'],
    ['PATCH', '/api/soldiers/1'],
  ] as const)('%s %s is 404 in JSON', async (method, url) => {
    const response = await client.call(method, url);
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toEqual({ code: 'NOT_FOUND', error: '요청하신 내용을 찾을 수 없습니다.' });
  });
});

describe('response headers', () => {
  it.each(['/api/services', '/api/auth/my', '/api/nothing', '/api/csrf-token', '/healthz'])(
    '%s has the security headers',
    async (url) => {
      const { headers } = await shop.client().get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    },
  );

  it('refusals have the security headers too', async () => {
    const { headers } = await shop.client().post('/api/auth/login', {}, { csrf: false });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    '/api/auth/my',
    '/api/auth/check-userid/some.user',
    '/api/soldiers/my',
    '/api/soldiers/1',
    '/api/orders/my',
    '/api/orders/1',
    '/api/bootpay/settings',
  ])('%s has Cache-Control: no-store, on success and on failure', async (url) => {
    expect((await client.get(url)).headers['cache-control']).toBe('no-store');
    expect((await shop.client().get(url)).headers['cache-control']).toBe('no-store');
  });
});
