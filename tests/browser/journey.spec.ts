import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  type Screen,
  setUpBrowser,
  type Visitor,
  visit,
} from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

let made = 0;

/**
 * From the home page to the service, whose apply button leads to the login, and through sign-up
 * back to it.
 */
async function signUpFromService(page: Page, screen: Screen): Promise<string> {
  made += 1;
  const userId = `buyer-${screen}-${made}`;
  await page.goto('/');
  await page.getByRole('button', { name: '닫기' }).first().click();
  await page.locator('a[href="/services/14"]').first().click();
  await page.getByRole('heading', { level: 1, name: '징계·항고' }).waitFor();
  await page.getByText('30만원', { exact: true }).waitFor();
  await page.getByRole('link', { name: '가입하고 신청하기' }).click();
  await page.waitForURL('**/register**');
  await page.getByRole('button', { name: '중복 확인' }).waitFor();
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill('journey password');
  await page.getByLabel('비밀번호 확인').fill('journey password');
  await page.getByLabel('이름').fill('홍본보기');
  await page.getByLabel('전화번호').fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.waitForURL('**/services/14#apply');
  return userId;
}

/** Within the card, or in a sheet on a phone. */
async function registerSoldier(page: Page, screen: Screen): Promise<void> {
  await page.locator('#apply').getByRole('link', { name: '군인 등록하기' }).waitFor();
  await page.getByRole('button', { name: '여기서 바로 등록' }).click();
  const sheet = page.getByRole('dialog', { name: '군인 등록' });
  await page.getByLabel('신청자와의 관계').waitFor();
  expect(await sheet.count()).toBe(screen === 'phone' ? 1 : 0);
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  await page.getByLabel('군인 이름').fill('김본보기');
  await expectAccessible(page);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.waitForURL('**/services/14?soldierId=*#apply');
  await sheet.waitFor({ state: 'hidden' });
}

async function applyForService(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('#apply').getByRole('button', { name: '신청하기' }).click();
  await page.waitForURL('**/purchase?**');
  await page.getByRole('button', { name: '300,000원 결제하기' }).waitFor();
  await expectAccessible(page);
}

/**
 * Presses pay and waits for the provider's page: a popup on a desktop, the same window on a phone.
 */
async function openPayment(visitor: Visitor, screen: Screen): Promise<Page> {
  const { page, context } = visitor;
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  if (screen === 'phone') {
    await page.waitForURL('**/sandbox/bootpay/pay/**');
    return page;
  }
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: '결제계속하기' }).click();
  return opened;
}

async function payByCard(payment: Page): Promise<void> {
  await payment.getByText('테스트 결제: 실제로 청구되지 않습니다').waitFor();
  await payment.getByLabel('카드').first().check();
  await payment.getByLabel('모두 동의합니다').check();
  await payment.getByRole('button', { name: '300,000원 결제 승인' }).click();
}

async function comeToPurchase(screen: Screen): Promise<Visitor> {
  const visitor = await visit(browser, shop.url, screen);
  await signUpFromService(visitor.page, screen);
  await registerSoldier(visitor.page, screen);
  await applyForService(visitor.page);
  return visitor;
}

async function statuses(): Promise<string[]> {
  const orders = await shop.db.selectFrom('orders').select('status').orderBy('id', 'desc').execute();
  return orders.map((order) => order.status);
}

describe.each(['desktop', 'phone'] as const)('the journey on a %s', (screen) => {
  it('goes from the home page to a confirmed order', async () => {
    const visitor = await comeToPurchase(screen);
    await payByCard(await openPayment(visitor, screen));
    const { page } = visitor;
    await page.waitForURL('**/purchase/result?orderId=*');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const [order] = await shop.db.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(order).toMatchObject({ status: 'confirmed', price: 300_000, paid_price: 300_000 });
    await page
      .getByText(order?.order_number ?? '')
      .first()
      .waitFor();
    await expectAccessible(page);

    await page.reload();
    await page
      .getByText(order?.order_number ?? '')
      .first()
      .waitFor();
    await page.goto('/profile');
    await page.getByText('징계·항고').first().waitFor();
    await expectAccessible(page);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('cancels the order after a refused card and leads back to the service', async () => {
  const visitor = await comeToPurchase('phone');
  const payment = await openPayment(visitor, 'phone');
  await payment.getByRole('button', { name: '결제 거절' }).click();
  const dialog = visitor.page.getByRole('alertdialog');
  await dialog.waitFor();
  await expectGoodOnBothScreens(visitor.page);
  await dialog.getByRole('button').click();
  await visitor.page.waitForURL('**/services/14?plan=*');
  expect((await statuses())[0]).toBe('cancelled');
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('cancels the order after the payment window was closed', async () => {
  const visitor = await comeToPurchase('desktop');
  const payment = await openPayment(visitor, 'desktop');
  await payment.getByText('테스트 결제').waitFor();
  await visitor.page.getByText('새 창에서 결제를 진행하고 있습니다').waitFor();
  await expectAccessible(visitor.page);
  await visitor.page.getByRole('button', { name: '결제창 다시 보기' }).click();
  expect(payment.isClosed()).toBe(false);
  await payment.close();
  const dialog = visitor.page.getByRole('alertdialog');
  await dialog.waitFor();
  await dialog.getByRole('button').click();
  await visitor.page.waitForURL('**/services/14?plan=*');
  expect((await statuses())[0]).toBe('cancelled');
  visitor.expectNoTrouble();
  await visitor.context.close();
});
