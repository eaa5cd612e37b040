import { describe, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';

const shop = await setUpTestApp({ env: { PUBLIC_URL: 'http://shop.example' } });

const SOLDIER = { fullname: '김본보기', relationship: '자녀', military_status: '복무 중' };

async function tokenOf(client: Client): Promise<string> {
  const response = await client.get('/api/csrf-token');
  expect(response.statusCode).toBe(200);
  return response.json().csrfToken;
}

function expectRefused(response: { statusCode: number; json: () => unknown }): void {
  expect(response.statusCode).toBe(403);
  expect(response.json()).toEqual({
    code: 'CSRF_INVALID',
    error: '보안 토큰이 올바르지 않습니다. 새로고침한 뒤 다시 시도해주세요.',
  });
}

describe('GET /api/csrf-token', () => {
  it('returns a token and its cookie, with no-store', async () => {
    const client = shop.client();
    const response = await client.get('/api/csrf-token');
    expect(response.json()).toEqual({ csrfToken: expect.stringMatching(/^.{20,}$/) });
    expect(response.headers['cache-control']).toBe('no-store');
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: 'csrf', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.secure).toBeUndefined();
  });
});

describe('a CSRF token', () => {
  it('is required from visitors too', async () => {
    expectRefused(await shop.client().post('/api/auth/logout', undefined, { csrf: false }));
    expect((await shop.client().post('/api/auth/logout')).statusCode).toBe(200);
  });

  it('is refused without its cookie, when forged, or from another browser', async () => {
    const other = await tokenOf(shop.client());
    expectRefused(await shop.client().post('/api/auth/logout', undefined, { csrf: other }));
    const client = shop.client();
    await tokenOf(client);
    expectRefused(await client.post('/api/auth/logout', undefined, { csrf: other }));
    expectRefused(await client.post('/api/auth/logout', undefined, { csrf: 'x'.repeat(40) }));
    expectRefused(await client.post('/api/auth/logout', undefined, { csrf: '' }));
  });

  it('is read from the header only, not from the body or the URL', async () => {
    const client = shop.client();
    const token = await tokenOf(client);
    const body = { _csrf: token, csrfToken: token };
    expectRefused(await client.post(`/api/auth/login?_csrf=${token}`, body, { csrf: false }));
  });

  it('fetched before login stays valid after login and after logout', async () => {
    const user = await shop.buildUser({ password: 'secret12' });
    const client = shop.client();
    const csrf = await tokenOf(client);
    const login = { userId: user.user_id, password: 'secret12' };
    expect((await client.post('/api/auth/login', login, { csrf })).statusCode).toBe(200);
    expect((await client.post('/api/soldiers', SOLDIER, { csrf })).statusCode).toBe(201);
    expect((await client.post('/api/auth/logout', undefined, { csrf })).statusCode).toBe(200);
    expect((await client.post('/api/auth/login', login, { csrf })).statusCode).toBe(200);
  });

  it('stays valid when a second tab fetches another valid one', async () => {
    const client = shop.client();
    const first = await tokenOf(client);
    const second = await tokenOf(client);
    expect(second).not.toBe(first);
    for (const csrf of [first, second, first]) {
      expect((await client.post('/api/auth/logout', undefined, { csrf })).statusCode).toBe(200);
    }
  });
});

describe('the order of checks', () => {
  it.each([
    ['before the body is read', 'POST', '/api/auth/login', '{broken'],
    ['before its size matters', 'POST', '/api/auth/login', `"${'x'.repeat(2 * 1024 * 1024)}"`],
    ['before login is asked for', 'POST', '/api/soldiers', {}],
    ['before an id is looked at', 'PUT', '/api/soldiers/abc', {}],
    ['before it is said that there is no such call', 'DELETE', '/api/nothing/here', undefined],
    ['in the admin area', 'PUT', '/api/admin/orders/1', { status: 'cancelled' }],
  ] as const)('checks CSRF first: %s', async (_name, method, url, body) => {
    expectRefused(await shop.client().call(method, url, body, { csrf: false }));
    const user = await shop.client().as(await shop.buildUser());
    expectRefused(await user.call(method, url, body, { csrf: false }));
  });

  it('exempts the webhook at exactly its path, with any query', async () => {
    for (const url of ['/api/bootpay/webhook', '/api/bootpay/webhook?x=1']) {
      const response = await shop.client().post(url, {}, { csrf: false });
      expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expectRefused(await shop.client().post('/api/bootpay/webhook/', {}, { csrf: false }));
    expectRefused(await shop.client().post('/api/bootpay/webhook/../confirm', {}, { csrf: false }));
  });

  it('writes nothing on a refusal', async () => {
    const user = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    expectRefused(await user.post('/api/soldiers', SOLDIER, { csrf: false }));
    expect(await shop.countRows()).toEqual(before);
  });
});

describe('a request from another site', () => {
  it.each([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['Origin: null', { origin: 'null' }],
    ['an Origin that only begins like ours', { origin: 'http://shop.example.evil.example' }],
    ['our host on another port', { origin: 'http://shop.example:8080' }],
    ['an empty Origin', { origin: '' }],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: cross-site with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'http://shop.example' }],
  ])('is refused by %s, even with a token', async (_name, headers) => {
    const client = await shop.client().as(await shop.buildUser());
    const before = await shop.countRows();
    const response = await client.post('/api/soldiers', SOLDIER, { headers });
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe('FOREIGN_ORIGIN');
    expect(await shop.countRows()).toEqual(before);
  });

  it.each([
    ['our public address', { origin: 'http://shop.example' }],
    ['the host that was asked', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['the host behind a proxy that ends TLS', { origin: 'https://localhost', host: 'localhost' }],
    ['no Origin at all', {}],
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin', origin: 'http://shop.example' }],
  ])('is not assumed for %s', async (_name, headers) => {
    const client = await shop.client().as(await shop.buildUser());
    expect((await client.post('/api/soldiers', SOLDIER, { headers })).statusCode).toBe(201);
  });

  it('may read public data', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await shop.client().get('/api/services', { headers })).statusCode).toBe(200);
  });
});

describe('with an https public URL', () => {
  it('cookies are Secure and bound to the host', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://shop.example' } });
    try {
      const user = await secure.buildUser({ password: 'secret12' });
      const client = secure.client();
      const csrf = await client.get('/api/csrf-token');
      expect(csrf.cookies[0]).toMatchObject({ name: '__Host-csrf', secure: true, path: '/', httpOnly: true });
      const login = await client.post('/api/auth/login', { userId: user.user_id, password: 'secret12' });
      expect(login.cookies[0]).toMatchObject({ name: '__Host-sid', secure: true, path: '/', httpOnly: true });
      expect(login.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    } finally {
      await secure.close();
    }
  });
});
