import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const STYLE_SHEET = /\/assets\/app-[^/]*\.css$/;

/**
 * The values of all properties that elements of each kind and their generated contents have. An
 * animation is ended: its values depend on the moment.
 */
const looks = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.cancel();
    const all = [...document.querySelectorAll('body, body *:not(script, link)')];
    const kinds = new Map(all.map((element) => [`${element.tagName} ${element.getAttribute('class')}`, element]));
    return [...kinds].flatMap(([kind, element]) =>
      ['', '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        if (part !== '' && style.content === 'none') return [];
        // Variables have no effect of their own.
        const names = [...style].filter((name) => !name.startsWith('--'));
        return names.map((name) => `${kind}${part} ${name}: ${style.getPropertyValue(name)}`);
      }),
    );
  });

it.each([
  { path: '/', width: 390 },
  { path: '/services', width: 1440 },
  { path: '/services/14', width: 390 },
  { path: '/login', width: 1440 },
])('$path looks the same with its own styles alone as with the whole style sheet', async ({ path, width }) => {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url, viewport });
  const page = await context.newPage();
  await page.goto(path);
  const whole = await looks(page);
  await page.evaluate(() => document.querySelector('link[rel=stylesheet]')?.remove());
  const alone = await looks(page);
  expect(alone.length).toBe(whole.length);
  expect(alone.filter((look, index) => look !== whole[index])).toEqual([]);
  await context.close();
});

it('paints before the style sheet arrives, and hydrates after', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(STYLE_SHEET, async (route) => {
    await held;
    await route.continue();
  });
  const loaded = page.goto('/services');
  const marks = () =>
    page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint').length,
      interactive: performance.getEntriesByName('interactive').length,
    }));
  const isFetched = (url: string) => /entry-client/.test(url);
  await page.waitForResponse((response) => isFetched(response.url()));
  await expect.poll(marks, { timeout: 20_000 }).toEqual({ painted: 1, interactive: 0 });
  release();
  await loaded;
  expect(await marks()).toEqual({ painted: 1, interactive: 1 });
  visitor.expectNoTrouble();
  await visitor.context.close();
});
