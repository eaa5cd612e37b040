import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

it('offers login and sign-up to a visitor of a page for members', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const main = visitor.page.getByRole('main');
  for (const path of ['/profile', '/soldier/register']) {
    await visitor.page.goto(path);
    await main.getByRole('link', { name: '로그인' }).waitFor();
    await main.getByRole('link', { name: '회원가입' }).waitFor();
  }
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('the home page loads at most 119.5 kB of JavaScript, gzipped, without layout shift', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + shift);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      return Number(response.headers.get('content-length'));
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(119_500);
  expect(Number(await page.evaluate(() => document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.01);
  await visitor.context.close();
});

it.each(['/api', '/api/', '/api/no-such-call'])('%s is no page: it answers like an unknown call', async (path) => {
  const response = await fetch(`${shop.url}${path}`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
});

it("reloads the document when a page's script is gone after a deployment", async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/about');
  let isGone = true;
  await page.route(/\/static\/js\/(load-services|services?)-/, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false;
  });
  await page.locator('header').getByRole('link', { name: '서비스' }).click();
  await page.getByRole('heading', { level: 1, name: '군 복무 법률지원센터' }).waitFor();
  expect(isGone).toBe(false);
  visitor.expectNoTrouble(/404/, /dynamically imported module/);
  await visitor.context.close();
});

/** Holds matching requests until released. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

it.each(['/services/999', '/services/abc'])('%s is no service and shows the sentence of the spec', async (path) => {
  const html = await (await fetch(`${shop.url}${path}`)).text();
  expect(html).toContain('판매하지 않는 서비스입니다.');
  expect(html).toContain('Service not found');
});

it.each(['/', '/services', '/purchase'])(
  '%s loads its scripts from static/js with an immutable cache header',
  async (path) => {
    const html = await (await fetch(`${shop.url}${path}`)).text();
    const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].flatMap(([, address]) => address ?? []);
    expect(scripts).not.toEqual([]);
    expect(scripts.filter((address) => !address.startsWith('/static/js/'))).toEqual([]);
    for (const address of scripts) {
      const script = await fetch(`${shop.url}${address}`, { headers: { 'accept-encoding': 'br' } });
      expect(script.headers.get('content-type')).toMatch(/javascript/);
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  },
);

it('keeps the scroll position from before hydration, also after going back', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const top = () => page.evaluate(() => scrollY);
  const release = await holdBack(page, '**/*.js');
  const opening = page.goto('/about');
  await page.locator('footer').waitFor();
  // A font that arrives later moves lines, and the browser then moves the page with them.
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  release();
  await opening;
  await page.waitForLoadState('networkidle');
  expect(await top()).toBe(700);
  await page.locator('footer a[href="/terms"]').evaluate((link: HTMLElement) => link.click());
  await page.getByRole('heading', { level: 1, name: '이용약관' }).waitFor();
  await expect.poll(top).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '센터 소개' }).waitFor();
  await expect.poll(top).toBe(700);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it.each([
  { moment: 'while the next page still loads', isLoaded: false },
  { moment: 'from the next page', isLoaded: true },
])("goes back $moment to the previous page's scroll position", async ({ isLoaded }) => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const top = () => page.evaluate(() => Math.round(scrollY));
  await page.goto('/services');
  await page.waitForLoadState('networkidle');
  const release = await holdBack(page, '**/api/services/*');
  // Far enough down that the shorter placeholder moves the screen.
  // The event of a scroll comes with a later frame, and the router stores the position of a page that had one.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', resolve, { once: true });
        scrollTo({ top: 900, behavior: 'instant' });
      }),
  );
  expect(await top()).toBe(900);
  await page.locator('a[href="/services/4"]').evaluate((link: HTMLElement) => link.click());
  await page.getByRole('status').filter({ hasText: '불러오고 있습니다' }).waitFor();
  await expect.poll(top).toBe(0);
  if (isLoaded) {
    release();
    await page.getByRole('heading', { level: 1, name: '입영 연기 신청' }).waitFor();
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: '군 복무 법률지원센터' }).waitFor();
  await expect.poll(top).toBe(900);
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('shows another list of services from its start', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/services');
  const firstTitle = () => page.getByRole('tabpanel').getByRole('heading').first();
  const readToTheEnd = () =>
    page.getByRole('tabpanel').evaluate((panel) => panel.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await page.getByRole('tab', { name: /^복무 중/ }).click();
  await page.getByRole('heading', { name: '징계·항고' }).waitFor();
  await readToTheEnd();
  await page.getByRole('tab', { name: /^입대 전/ }).click();
  await page.getByRole('heading', { name: '병역처분 변경 신청' }).waitFor();
  const bar = page.getByRole('tablist');
  const gap = async (below: Locator) => {
    const [text, tabs] = await Promise.all([below.boundingBox(), bar.boundingBox()]);
    return text && tabs ? text.y - (tabs.y + tabs.height) : Number.NaN;
  };
  await expect.poll(() => gap(firstTitle())).toBeGreaterThan(0);
  await readToTheEnd();
  await page.getByLabel('서비스 검색').pressSequentially('없는 것');
  await expect.poll(() => gap(page.getByText('이 카테고리에 검색 결과가 없습니다.'))).toBeGreaterThan(0);
  // All that the open category does not have is named, also beside its own results.
  await page.getByLabel('서비스 검색').fill('신청');
  await page.getByText('다른 카테고리에도 ‘신청’ 검색 결과가 있습니다.').waitFor();
  await page.getByRole('button', { name: /^복무 중 \d+건 보기$/ }).click();
  await page.getByRole('heading', { name: '질병·부상 병가 신청' }).waitFor();
  expect(await page.getByRole('tab', { name: /^복무 중/ }).getAttribute('aria-selected')).toBe('true');
  visitor.expectNoTrouble();
  await visitor.context.close();
});
