import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createMetricsReader, METRICS_TOKEN } from '#tests/support/app/metrics.ts';
import { launchBrowser, visit } from '#tests/support/browser/browser.ts';

// Port 0: the address of the site is the one that the browser uses.
const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', PORT: '0', METRICS_TOKEN } });

it("what a page's policy blocks is reported to the shop and counted", async () => {
  const browser = await launchBrowser();
  try {
    const { page, expectNoTrouble } = await visit(browser, shop.url, 'desktop');
    await page.goto('/services');
    // The pages' own scripts are allowed, and their markup does not show how the server knew them.
    expectNoTrouble();
    expect(await page.content()).not.toContain('nonce');
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://elsewhere.example/' }));
    });
    const metrics = createMetricsReader(shop);
    await expect
      .poll(async () => (await metrics.text()).includes('shop_csp_violations_total{directive="frame-src"} 1'))
      .toBe(true);
  } finally {
    await browser.close();
  }
});
