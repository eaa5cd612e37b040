import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectNoSidewaysScroll,
  launchBrowser,
  setUpBrowser,
  type Visitor,
  visit,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

/** A window of 1280 by 900 pixels at 400 %, and a phone on its side. */
const LOW_SCREENS = [
  { width: 320, height: 225 },
  { width: 740, height: 330 },
];
const PUBLIC = ['/', '/services', '/services/14', '/consult'];
const ADMIN = ['/admin', '/admin/orders', '/admin/services/14'];

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', GA_MEASUREMENT_ID: 'G-TEST1234' } });
const browser = await setUpBrowser();

/** The share of the screen's height that something covers which does not scroll with the page. */
function coveredShare(): number {
  const covered = [...document.body.querySelectorAll('*')].map((element) => {
    const { position, visibility } = getComputedStyle(element);
    const { top, bottom, height, width } = element.getBoundingClientRect();
    const isStaying =
      position === 'fixed' ||
      (position === 'sticky' && top <= 60) ||
      (position === 'sticky' && bottom >= innerHeight - 1);
    if (!isStaying || visibility !== 'visible' || width < innerWidth / 2) return 0;
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) && height;
  });
  return covered.reduce((sum, height) => sum + height, 0) / innerHeight;
}

async function expectFreeScreen({ page }: Visitor, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  for (const size of LOW_SCREENS) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(coveredShare), { message: `${path} ${size.height}` }).toBe(0);
    await expectNoSidewaysScroll(page);
  }
}

it('keeps the end of the page free of the consent bar at a height between two pixels', async () => {
  const zoomed = await launchBrowser('--force-device-scale-factor=1.333');
  const page = await zoomed.newPage({ baseURL: shop.url, viewport: null });
  const session = await page.context().newCDPSession(page);
  // The screen has whole pixels of its own: 534 of them are 400.6 of the page.
  const screen = { width: 1200, height: 400, deviceScaleFactor: 0, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', screen);
  await page.goto('/about');
  await page.getByRole('region', { name: '방문 통계 동의' }).waitFor();
  expect(await page.evaluate(() => [400, 401].map((height) => matchMedia(`(height = ${height}px)`).matches))).toEqual([
    false,
    false,
  ]);
  expect(await page.evaluate('getComputedStyle(document.body).paddingBottom')).toBe('92px');
  await zoomed.close();
});

describe('on a low screen', () => {
  it('no page has a bar that stays', async () => {
    const visitor = await visit(browser, shop.url, 'desktop');
    for (const path of PUBLIC) await expectFreeScreen(visitor, path);
    await visitor.context.close();
  });

  it('no page of the administration has a bar that stays', async () => {
    const visitor = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin' }));
    for (const path of ADMIN) await expectFreeScreen(visitor, path);
    await visitor.context.close();
  });

  it('every part of a dialog can be reached', async () => {
    const { page, context } = await visit(browser, shop.url, 'desktop');
    await page.setViewportSize({ width: 320, height: 225 });
    await page.goto('/about');
    await page.getByRole('button', { name: /환불/ }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '닫기' }).waitFor();
    // The dialog scrolls as a whole: between a title and a button of its own no line would be left.
    await dialog.hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => dialog.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    await dialog.getByRole('button', { name: '닫기' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await context.close();
  });

  it('the answer about measurement stands at the end of the page', async () => {
    const { page, context } = await visit(browser, shop.url, 'desktop');
    await page.setViewportSize({ width: 320, height: 225 });
    await page.goto('/services/14');
    await page.getByRole('region', { name: '방문 통계 동의' }).getByRole('button', { name: '동의하지 않음' }).click();
    await expect.poll(() => page.getByRole('region', { name: '방문 통계 동의' }).count()).toBe(0);
    await context.close();
  });
});
