import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', GA_MEASUREMENT_ID: 'G-TEST1234' } });
const browser = await setUpBrowser();

/** A browser that does not know `:has()`, as Firefox before 121. The policy forbids changed styles. */
async function openWithoutHas(path: string) {
  const context = await browser.newContext({ baseURL: shop.url, bypassCSP: true, forcedColors: 'active' });
  const page = await context.newPage();
  await page.route('**/*', async (route) => {
    if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unknown(') });
  });
  await page.goto(path);
  return { page, context };
}

describe('a browser without :has()', () => {
  it('shows the question about measurement within the page, not over its end', async () => {
    const { page, context } = await openWithoutHas('/about');
    const bar = page.getByRole('region', { name: '방문 통계 동의' });
    await bar.waitFor();
    expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static');
    await context.close();
  });

  it('shows what is chosen in forced colours', async () => {
    const { page, context } = await openWithoutHas('/services');
    const tab = page.getByRole('tab', { selected: true });
    await tab.waitFor();
    expect(await tab.evaluate((element) => getComputedStyle(element).forcedColorAdjust)).toBe('none');
    await context.close();
  });
});
