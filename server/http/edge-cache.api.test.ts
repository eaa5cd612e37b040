import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';

const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=6';

let shop: TestApp;
let plain: TestApp;
let id: number;
beforeAll(async () => {
  shop = await startTestApp({ env: { EDGE_CACHE_SECONDS: '60', PAGES: 'built' } });
  plain = await startTestApp({ env: { PAGES: 'built' } });
  id = (await shop.buildService()).id;
});
afterAll(async () => {
  await shop.close();
  await plain.close();
});

const pages = () => ['/', '/services', '/about', '/terms', '/privacy', `/services/${id}`];
const catalogue = () => ['/api/services', `/api/services?ids=${id}`, `/api/services/${id}`];

describe('EDGE_CACHE_SECONDS', () => {
  it('lets shared caches keep public pages and the catalogue, without a cookie, for every visitor alike', async () => {
    const member = await shop.client().as(await shop.buildUser());
    for (const url of [...pages(), ...catalogue()]) {
      const [theirs, ours] = [await shop.client().get(url), await member.get(url)];
      expect([url, theirs.statusCode, theirs.headers['cache-control']]).toEqual([url, 200, SHARED]);
      expect(theirs.headers['set-cookie']).toBe(undefined);
      expect(ours.headers['set-cookie']).toBe(undefined);
      expect(ours.headers.etag).toBe(theirs.headers.etag);
      expect(ours.body).toBe(theirs.body);
      const again = await member.get(url, { headers: { 'if-none-match': String(theirs.headers.etag) } });
      expect([again.statusCode, again.headers['cache-control']]).toEqual([304, SHARED]);
    }
  });

  it('never lets them keep what is personal, an error, or a page around the login', async () => {
    const member = await shop.client().as(await shop.buildUser());
    const urls = [
      ...[
        '/login',
        '/register',
        '/register?socialToken=a',
        '/reset-password?token=a',
        '/profile',
        '/purchase',
        '/admin',
      ],
      ...['/services/999999', '/nothing-here', '/api/services/999999', '/api/services/x', '/api/nothing'],
      ...['/api/auth/me', '/api/orders/my', '/api/soldiers/my', '/api/csrf-token', '/api/bootpay/settings', '/readyz'],
    ];
    for (const url of urls) {
      const { headers } = await member.get(url);
      expect([url, headers['cache-control']]).toEqual([url, expect.stringMatching(/private|no-store/)]);
      expect(headers['cache-control']).not.toMatch(/s-maxage|public/);
    }
  });

  it('is off by default: caches revalidate each time', async () => {
    for (const url of ['/', '/services', '/login', '/api/services']) {
      expect((await plain.client().get(url)).headers['cache-control']).toBe('no-cache');
    }
  });
});
