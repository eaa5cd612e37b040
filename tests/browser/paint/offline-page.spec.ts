import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, OFFLINE, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const TITLE = '인터넷에 연결되어 있지 않습니다';

/** The first sign of the visitor installs the worker. */
async function untilInstalled(page: Page): Promise<void> {
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

it('shows the case that was read last without a network', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ user, status: 'confirmed' });
  const visitor = await visitAs({ browser, shop }, user, 'phone', { hasWorker: true });
  const { page, context } = visitor;
  await page.goto(`/orders/${order.id}`);
  await page.getByText(order.order_number).first().waitFor();
  await untilInstalled(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  expect(await page.title()).toContain(TITLE);
  await page.getByText(order.order_number).waitFor();
  await page.getByRole('link', { name: /^02-/ }).waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByRole('link', { name: '다시 시도' }).click();
  await page.getByRole('heading', { level: 1, name: order.service_title }).waitFor();
  visitor.expectNoTrouble(OFFLINE);
  await context.close();
});

it('shows no case after a logout', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ user, status: 'confirmed' });
  const { page, context } = await visitAs({ browser, shop }, user, 'desktop', { hasWorker: true });
  await page.goto(`/orders/${order.id}`);
  await page.getByText(order.order_number).first().waitFor();
  await untilInstalled(page);
  await page.getByRole('button', { name: '로그아웃' }).click();
  await page.getByRole('heading', { level: 1, name: '로그인' }).waitFor();
  await context.setOffline(true);
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
  expect(await page.getByText(order.order_number).count()).toBe(0);
  await context.close();
});

it('answers nothing but pages that cannot be loaded', async () => {
  const { page, context } = await visit(browser, shop.url, 'phone', { hasWorker: true });
  await page.goto('/about');
  await untilInstalled(page);
  const names = await page.evaluate(async () => {
    const cache = await caches.open('offline');
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(names).toEqual(['/offline']);
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await context.close();
});
