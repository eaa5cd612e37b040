import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  setUpBrowser,
  type Visitor,
  visit,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/** From the service, whose apply button leads to the sign-up, and through it to where that goes on. */
async function signUpFromService(page: Page): Promise<void> {
  await page.getByRole('link', { name: '가입하고 신청하기' }).click();
  await page.waitForURL('**/register**');
  await page.getByRole('button', { name: '중복 확인' }).waitFor();
  await page.getByLabel('아이디', { exact: true }).fill('journey-buyer');
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill('journey password');
  await page.getByLabel('비밀번호 확인').fill('journey password');
  await page.getByLabel('이름').fill('홍본보기');
  await page.getByLabel('전화번호').fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await page.getByRole('button', { name: '가입하기' }).click();
}

/** Within the card, where a phone opens a sheet. */
async function registerSoldier(page: Page): Promise<void> {
  await page.locator('#apply').getByRole('link', { name: '군인 등록하기' }).waitFor();
  await page.getByRole('button', { name: '여기서 바로 등록' }).click();
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  expect(await page.getByRole('dialog', { name: '군인 등록' }).count()).toBe(0);
  await page.getByLabel('군인 이름').fill('김본보기');
  await expectAccessible(page);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.waitForURL('**/services/14?soldierId=*#apply');
}

async function agreeToTerms(page: Page): Promise<void> {
  for (const box of await page.locator('#apply').getByRole('checkbox').all()) await box.check();
}

async function applyForService(page: Page): Promise<void> {
  await agreeToTerms(page);
  await page.locator('#apply').getByRole('button', { name: '신청하기' }).click();
  await page.waitForURL('**/purchase?**');
  await page.getByRole('button', { name: '300,000원 결제하기' }).waitFor();
}

/** Presses pay and waits for the provider's popup. */
async function openPayment({ page, context }: Visitor): Promise<Page> {
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
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

/**
 * Counts what a buyer does: each press on a link, button, box or entry of a list, and each screen, which is
 * a change of the path.
 */
async function countWay(page: Page): Promise<{ presses: number; screens: string[] }> {
  const way = { presses: 0, screens: [] as string[] };
  await page.exposeFunction('countPress', () => {
    way.presses += 1;
  });
  await page.addInitScript(() => {
    const count = () => Reflect.get(window, 'countPress')();
    window.addEventListener('pointerdown', count, true);
    window.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), true);
  });
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== way.screens.at(-1)) way.screens.push(pathname);
  });
  return way;
}

async function newestStatus(): Promise<string | undefined> {
  const order = await shop.db.selectFrom('orders').select('status').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return order?.status;
}

/** The shortest way of a new buyer to the provider's page. */
async function comeStraightToPayment(): Promise<Visitor> {
  const visitor = await visit(browser, shop.url, 'phone', { hasWorker: true });
  const { page } = visitor;
  const way = await countWay(page);
  await page.goto('/');
  await page.locator('a[href="/services/14"]').first().click();
  await page.getByRole('link', { name: '가입하고 신청하기' }).waitFor();
  await agreeToTerms(page);
  await signUpFromService(page);
  await page.waitForURL('**/purchase?**');
  // The button that pays sends the soldier's form, and pays nothing without it.
  const relationship = page.getByLabel('신청자와의 관계');
  await relationship.waitFor();
  const before = way.presses;
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  await expect.poll(() => relationship.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([]);
  way.presses = before;
  await relationship.selectOption('자녀');
  await page.getByLabel('군인 이름').fill('김본보기');
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  expect(way.screens.slice(0, -1)).toEqual(['/', '/services/14', '/register', '/purchase']);
  await expect.poll(() => way.presses).toBe(8);
  const [soldier] = await shop.db.selectFrom('soldiers').select(['relationship']).orderBy('id', 'desc').execute();
  expect(soldier?.relationship).toBe('자녀');
  return visitor;
}

/** The result of the newest order, also after a reload, and the order in the purchase history. */
async function expectPaid({ page }: Visitor): Promise<void> {
  await page.waitForURL('**/purchase/result?orderId=*');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [order] = await shop.db.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(1).execute();
  expect(order).toMatchObject({ status: 'confirmed', price: 300_000, paid_price: 300_000 });
  const number = page.getByText(order?.order_number ?? '').first();
  await number.waitFor();
  await page.reload();
  await number.waitFor();
  await page.goto('/profile');
  await page.getByText('징계·항고').first().waitFor();
}

it('goes on a phone from the home page to a confirmed order', async () => {
  const visitor = await comeStraightToPayment();
  await payByCard(visitor.page);
  await expectPaid(visitor);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('cancels on a desktop the order of a closed payment window, and pays at the second try', async () => {
  const visitor = await visitAs({ browser, shop }, await shop.buildUser(), 'desktop', { hasWorker: true });
  const { page } = visitor;
  await page.goto('/services/14');
  await registerSoldier(page);
  await applyForService(page);
  const payment = await openPayment(visitor);
  await payment.getByText('테스트 결제').waitFor();
  await page.getByText('새 창에서 결제를 진행하고 있습니다').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '결제창 다시 보기' }).click();
  expect(payment.isClosed()).toBe(false);
  await payment.close();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button').click();
  await page.waitForURL('**/services/14?plan=*');
  await expect.poll(newestStatus).toBe('cancelled');
  await applyForService(page);
  await payByCard(await openPayment(visitor));
  await expectPaid(visitor);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
