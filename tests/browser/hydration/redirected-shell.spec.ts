import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

// With the login's code in the cache, the redirect is ready before the page is hydrated. `visit`
// intercepts requests, which turns the browser's cache off.
it.each(['/purchase/result?orderId=1', '/profile/edit', '/admin'])(
  'leads from %s to the login without a hydration error, also with a full cache',
  async (path) => {
    const context = await browser.newContext({ baseURL: shop.url });
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    const page = await context.newPage();
    for (const address of ['/purchase?serviceId=14', path, path]) {
      await page.goto(address);
      await page.waitForURL(`/login?from=${encodeURIComponent(address)}`);
      await page.getByLabel('아이디', { exact: true }).waitFor();
    }
    await page.waitForLoadState('networkidle');
    await context.close();
    expect(errors).toEqual([]);
  },
);
