import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app/app.ts';
import { openBrowser } from '#tests/support/app/http-browser.ts';
import { startVarnish, varnish } from '#tests/support/providers/varnish.ts';

if (!varnish) console.log('varnish is not installed: the tests behind a shared cache are left out');

describe.skipIf(!varnish)('behind Varnish', () => {
  let shop: TestApp;
  let cache: Awaited<ReturnType<typeof startVarnish>>;
  let id: number;
  beforeAll(async () => {
    shop = await startTestApp({ env: { EDGE_CACHE_SECONDS: '1', PAGES: 'built' } });
    id = (await shop.buildService({ title: '처음 이름' })).id;
    cache = await startVarnish(varnish ?? '', shop.url);
  });
  afterAll(async () => {
    await cache?.close();
    await shop.close();
  });

  /** Varnish names two requests where it answers from its memory. */
  async function isHit(path: string, headers: Record<string, string> = {}): Promise<boolean> {
    const response = await fetch(cache.url + path, { headers });
    await response.arrayBuffer();
    return response.headers.get('x-varnish')?.includes(' ') === true;
  }

  it('keeps public pages and the catalogue for members and visitors alike', async () => {
    for (const path of ['/', '/services', `/services/${id}`, '/api/services', `/api/services/${id}`]) {
      await expect.poll(() => isHit(path), { interval: 5 }).toBe(true);
      await expect.poll(() => isHit(path, { cookie: 'sid=another' }), { interval: 5 }).toBe(true);
    }
  });

  it('shows a change within the seconds', async () => {
    await shop.db.updateTable('services').set({ title: '새 이름' }).where('id', '=', id).execute();
    await shop.deps.catalogue.refresh();
    const read = async () => (await fetch(`${cache.url}/services/${id}`)).text();
    await expect.poll(read, { interval: 100 }).toContain('새 이름');
  });

  it('never keeps personal calls, errors or the shells of personal pages', async () => {
    const user = await shop.buildUser({ fullname: '나만보기' });
    const { cookies } = await shop.client().as(user);
    const member = await openBrowser(cache.url, Object.fromEntries(cookies));
    expect((await member.call('GET', '/api/auth/my')).body).toContain('나만보기');
    expect((await fetch(`${cache.url}/api/auth/my`)).status).toBe(401);
    for (const path of ['/login', '/profile', '/api/services/999999', '/services/999999', '/healthz', '/readyz']) {
      await isHit(path);
      expect([path, await isHit(path)]).toEqual([path, false]);
    }
  });
});
