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
  const alone = await looks(page);
  const [address = ''] = /\/assets\/app-[^"]*\.css/.exec(await page.content()) ?? [];
  await page.evaluate((href) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }, address);
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2);
  const whole = await looks(page);
  expect(alone.length).toBe(whole.length);
  expect(alone.filter((look, index) => look !== whole[index])).toEqual([]);
  await context.close();
});

it('requests scripts and the style sheet with the first frame, also on a fast network', async () => {
  const { page, context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  await page.addInitScript(() => requestAnimationFrame(() => performance.mark('frame')));
  for (const path of ['/', '/services', '/services/14', '/login']) {
    await page.goto(path);
    const { frame, requested } = await page.evaluate(() => ({
      frame: performance.getEntriesByName('frame')[0]?.startTime ?? Number.NaN,
      requested: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/static\/js\/|\/assets\/app-/.test(name))
        .map(({ startTime }) => startTime),
    }));
    expect(requested.length, path).toBeGreaterThan(3);
    expect(Math.min(...requested), path).toBeGreaterThan(frame);
  }
  expectNoTrouble();
  await context.close();
});

it('hydrates a page that is opened in a background tab, which is never painted', async () => {
  const { context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  // Another page than the visit's, which waits for hydration by frames.
  const page = await context.newPage();
  // Headless browsers have no hidden tabs: their frames would never come.
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/services');
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('interactive').length)).toBe(1);
  expectNoTrouble();
  await context.close();
});

it('loads the second font file with the first sign of the visitor, not for home and the list', async () => {
  const { page, context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  const fonts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/assets\/(site-font(?:-more)?|Pretendard)/.exec(name)?.[1] ?? []),
    );
  for (const path of ['/', '/services']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await fonts(), path).toEqual(['site-font']);
  }
  await page.keyboard.press('Tab');
  await expect.poll(fonts).toContain('site-font-more');
  expectNoTrouble();
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
