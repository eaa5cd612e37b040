import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { openWithoutScripts } from '../hydration/open-without-scripts.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

it.each(['/', '/services', '/services/14', '/login'])('%s is painted whole before any script arrives', async (path) => {
  const { page, context, hydrate } = await openWithoutScripts(browser, shop.url, path);
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(paints).toBe(1);
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).minHeight)).toBe('844px');
  const sheets = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.css'))
        .map(({ name }) => name),
    );
  expect(await sheets()).toEqual([]);
  await hydrate();
  await context.close();
});

it('loads the second font file with the first sign of the visitor, not for home and the list', async () => {
  const { page, context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  const fonts = (beforeMs = Number.POSITIVE_INFINITY) =>
    page.evaluate(
      (before) =>
        performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < before)
          .flatMap(({ name }) => /\/assets\/(site-font(?:-more)?|Pretendard)/.exec(name)?.[1] ?? []),
      beforeMs,
    );
  for (const path of ['/', '/services']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    // A page without any sign loads it after six seconds, which a slow machine may need to come here.
    expect(await fonts(6000), path).toEqual(['site-font']);
  }
  await page.keyboard.press('Tab');
  await expect.poll(() => fonts()).toContain('site-font-more');
  expectNoTrouble();
  await context.close();
});
