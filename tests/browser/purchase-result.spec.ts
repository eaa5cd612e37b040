import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { CASE_NOTES, PACKAGE_NOTES } from '#content/purchase-notes.ts';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaymentFixture, movedFor } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;
/** The page looks for a deposit every fifteen seconds, and for a payment every three. */
const DEPOSIT_CHECK_MS = 15_000;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

afterEach(() => shop.bootpay.clear());
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const resultOf = ({ id }: { id: number }) => `/purchase/result?orderId=${id}`;

it('of an unknown order leads to the purchases, and a made-up return neither cancels an order nor shows a message', async () => {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
  const { page } = visitor;
  // This browser opened no payment.
  const said = new URLSearchParams({ event: 'error', error_code: 'X', message: '아래 계좌로 보내주세요' });
  await page.goto(`/purchase/return/${fixture.row.id}?${said}`);
  await page.waitForURL(`**${resultOf(fixture.row)}`);
  await heading(page, '결제 정보를 확인하고 있습니다').waitFor();
  expect(await page.getByText('아래 계좌로 보내주세요').count()).toBe(0);
  const order = shop.db.selectFrom('orders').select('status').where('id', '=', fixture.row.id);
  expect(await order.executeTakeFirst()).toEqual({ status: 'pending' });

  const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' });
  await page.goto('/purchase/result?orderId=999999');
  await heading(page, '주문 정보를 불러오지 못했습니다.').waitFor();
  expect(await retry.count()).toBe(0);
  expect(await page.getByRole('link', { name: '내 사건 보기' }).count()).toBe(0);
  await page.getByRole('link', { name: '신청 내역 보기' }).waitFor();

  for (const id of ['999999', 'abc']) {
    await page.goto(`/purchase/return/${id}`);
    await heading(page, '결제를 확인하지 못했습니다').waitFor();
    expect(await retry.count()).toBe(id === 'abc' ? 1 : 0);
    await page.getByRole('link', { name: '신청 내역 보기' }).waitFor();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: '신청 내역 보기' }).click();
  await heading(page, '마이페이지').waitFor();
  visitor.expectNoTrouble(/status of 40[04]/);
  await visitor.context.close();
});

async function settleStuck(): Promise<void> {
  shop.bootpay.clear();
  shop.clock.advance(5 * MINUTE_MS);
  await processDueReceipts(shop.deps.payments);
}

describe('the result of a purchase', () => {
  it('says in words of its own how a purchase ended, and leads back to the service where it failed', async () => {
    const user = await shop.buildUser();
    const visitor = await visitAs({ browser, shop }, user, 'phone');
    const { page } = visitor;
    const service = await shop.buildService({ title: '군 복무 안심 패키지 II' });
    const paid = await shop.buildOrder({ user, service, status: 'confirmed' });
    await page.goto(resultOf(paid));
    await heading(page, '결제가 완료되었습니다.').waitFor();
    await page.getByText(paid.order_number).waitFor();
    await page.getByText(PACKAGE_NOTES.thanks).waitFor();
    for (const [status, title, said] of [
      ['cancelled', '결제되지 않았습니다', /^주문이 취소되었습니다\./],
      ['error', '구매가 취소되었습니다', /^주문을 처리하는 중에 문제가 생겨 구매가 취소되었습니다\./],
    ] as const) {
      const order = await shop.buildOrder({ user, status });
      await page.goto(resultOf(order));
      await heading(page, title).waitFor();
      const back = page.getByRole('link', { name: '서비스로 돌아가 다시 신청하기' });
      expect(await back.getAttribute('href')).toBe(`/services/${order.service_id}`);
      expect(await page.getByRole('button', { name: '다시 결제하기' }).count()).toBe(status === 'cancelled' ? 1 : 0);
      expect(await page.getByText(said).count()).toBe(1);
      expect(await page.locator('[aria-current=step]').innerText()).toContain('결제');
    }
    await expectAccessible(page);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('shows a virtual account until the deposit arrives, by polling', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay({ method: 'vbank' });
    expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
    const account = (await fixture.order()).payment?.virtual_account;
    const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
    const { page } = visitor;
    await page.goto(resultOf(fixture.row));
    await heading(page, '입금을 기다리고 있습니다').waitFor();
    for (const shown of [account?.bank_name, account?.account_number, account?.holder, '350,000원']) {
      await page
        .getByText(shown ?? 'nothing')
        .first()
        .waitFor();
    }
    await page.getByText(/^2\d{3}\. \d+\. \d+\. \d\d:\d\d까지$/).waitFor();
    await page.getByText(/^현금영수증은/).waitFor();
    await expectGoodOnBothScreens(page);
    // Comes again with a clock that the test moves on.
    await page.getByRole('link', { name: '신청 내역 보기' }).click();
    await heading(page, '마이페이지').waitFor();
    await page.clock.install();
    const isRead = page.waitForResponse(`**/api/orders/${fixture.row.id}`);
    await page.goBack();
    await isRead;
    await heading(page, '입금을 기다리고 있습니다').waitFor();
    await shop.bootpay.deposit(receiptId);
    await fixture.webhook(receiptId);
    await page.clock.runFor(DEPOSIT_CHECK_MS);
    await heading(page, '결제가 완료되었습니다.').waitFor();
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

describe('the return from the payment window', () => {
  it('charges once and shows the result, in two tabs and after a reload', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay();
    const path = `/purchase/return/${fixture.row.id}?event=confirm&receipt_id=${receiptId}`;
    const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
    const { page, context } = visitor;
    const second = await context.newPage();
    await Promise.all([page.goto(path), second.goto(path)]);
    for (const tab of [page, second]) await heading(tab, '결제가 완료되었습니다.').waitFor();
    await page.getByText(CASE_NOTES.thanks).waitFor();
    await page.goto(path);
    await heading(page, '결제가 완료되었습니다.').waitFor();
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`]);
    // Two tabs that open at once each fetch a token, of which the browser keeps one: the other tab
    // fetches it again.
    visitor.expectNoTrouble(/status of 403/);
    await visitor.context.close();
  });

  it('polls a payment while the provider is unreachable, also in a second tab', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
    const { page, context } = visitor;
    await page.goto(`/purchase/return/${fixture.row.id}?event=confirm&receipt_id=${receiptId}`);
    await page.waitForURL(`**${resultOf(fixture.row)}`);
    await heading(page, '결제 정보를 확인하고 있습니다').waitFor();
    await page.getByText('다시 결제하지 마세요', { exact: false }).waitFor();
    await expectAccessible(page);
    const second = await context.newPage();
    await second.goto(resultOf(fixture.row));
    await heading(second, '결제 정보를 확인하고 있습니다').waitFor();
    await settleStuck();
    for (const tab of [page, second]) await heading(tab, '결제가 완료되었습니다.').waitFor();
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${PRICE}`]);
    visitor.expectNoTrouble(/status of 502/);
    await context.close();
  });
});
