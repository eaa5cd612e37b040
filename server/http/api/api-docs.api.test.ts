import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

let shop: TestApp;
afterEach(() => shop.close());

describe('GET /api/docs', () => {
  it.each([
    ['in production', { NODE_ENV: 'production', PAYMENT_SANDBOX: '1' }],
    ['in tests', {}],
  ])('returns 404 %s', async (_name, env) => {
    shop = await startTestApp({ env });
    for (const path of ['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/swagger-ui.css']) {
      expectError(await shop.client().get(path), 404, 'NOT_FOUND');
    }
  });

  it('shows the reference in development, with its own scripts and styles only', async () => {
    shop = await startTestApp({ env: { NODE_ENV: 'development' } });
    const client = shop.client();
    const page = await client.get('/api/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(files.length).toBeGreaterThan(4);
    for (const url of files) {
      expect(url).toMatch(/^\/api\/docs\/static\//);
      expect((await client.get(url)).statusCode).toBe(200);
    }
    const { servers, ...shown } = (await client.get('/api/docs/json')).json();
    expect(servers).toEqual([{ url: '/' }]);
    expect((await client.get('/api/openapi.json')).json()).toMatchObject(shown);
  });
});
