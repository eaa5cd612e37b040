import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

it('renders a page afresh whose markup a browser extension changed before hydration', async () => {
  const { page, context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  await page.route('**/services', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain('<main id="main"');
    await route.fulfill({ response, body: html.replace(/<main id="main"[^>]*>/, '$&<div>확장 프로그램</div>') });
  });
  await page.goto('/services');
  await page.getByRole('tab', { name: '전역 후' }).click();
  await expect.poll(() => page.getByRole('tab', { name: '전역 후' }).getAttribute('aria-selected')).toBe('true');
  expect(await page.getByText('확장 프로그램').count()).toBe(0);
  // React's report that the markup differed, and nothing else.
  expectNoTrouble(/Minified React error #418/);
  await context.close();
});
