import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, OFFLINE, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/** Waits until the page has asked for the module by itself, and the module has all that it imports. */
async function untilRun(page: Page, name: string): Promise<void> {
  const find = () =>
    page.evaluate(
      (part) => performance.getEntriesByType('resource').find((entry) => entry.name.includes(`/js/${part}-`))?.name,
      name,
    );
  await expect.poll(find).toBeDefined();
  // As text: the test's own compiler would replace an import.
  await page.evaluate(`import(${JSON.stringify(await find())}).then(() => true)`);
}

it('opens what comes late without a network, because it came while the page was idle', async () => {
  const { page, context, expectNoTrouble } = await visit(browser, shop.url, 'phone');
  await page.goto('/about');
  await page.mouse.wheel(0, 40);
  for (const name of ['mobile-menu', 'refund-policy-dialog', 'dialog-window', 'navigation-guard']) {
    await untilRun(page, name);
  }
  await context.setOffline(true);
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '환불 및 취소 정책' }).click();
  await page.getByRole('dialog').getByText('환불').first().waitFor();
  expectNoTrouble(OFFLINE);
  await context.close();
});

it('says so where a part cannot be loaded, leaves the page as it is, and tries again', async () => {
  const { page, context } = await visit(browser, shop.url, 'phone');
  await page.route('**/static/js/refund-policy-dialog-*', (route) => route.abort());
  await page.goto('/about');
  const title = await page.title();
  await page.getByRole('button', { name: '환불 및 취소 정책' }).click();
  const said = page.getByRole('alert').filter({ hasText: '불러오지 못했습니다' });
  await said.waitFor();
  expect(await page.title()).toBe(title);
  await page.getByRole('button', { name: '메뉴 열기' }).waitFor();
  await expectAccessible(page);
  await page.unroute('**/static/js/refund-policy-dialog-*');
  await said.getByRole('button', { name: '다시 시도' }).click();
  await page.getByRole('dialog').waitFor();
  await context.close();
});

it('lets no payment begin before the form of its soldier is there', async () => {
  const user = await shop.buildUser();
  const { page, context } = await visitAs({ browser, shop }, user, 'phone');
  const code = '**/static/js/soldier-registration-*';
  await page.route(code, (route) => route.abort());
  await page.goto(`/purchase?${new URLSearchParams({ serviceId: '14', newSoldier: '1' })}`);
  const form = page.getByRole('region', { name: '대상 군인 등록' });
  await form.getByRole('alert').waitFor();
  const pay = page.getByRole('button', { name: /결제하기$/ });
  expect(await pay.isDisabled()).toBe(true);
  await page.getByText('신청할 군인을 선택해주세요.').waitFor();
  await page.unroute(code);
  await form.getByRole('button', { name: '다시 시도' }).click();
  await form.getByLabel('군인 이름').waitFor();
  await expect.poll(() => pay.isEnabled()).toBe(true);
  await context.close();
});
