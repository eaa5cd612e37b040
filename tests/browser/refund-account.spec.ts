import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails } from '#tests/support/app/mailbox.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaymentFixture, movedFor, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

afterEach(() => shop.bootpay.clear());
/** A cancelled order whose virtual account has received a deposit after all. */
async function lateDeposit(): Promise<PaymentFixture & { receiptId: string }> {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const receiptId = await fixture.pay({ method: 'vbank' });
  await fixture.confirm(receiptId);
  await fixture.cancel();
  await shop.bootpay.deposit(receiptId);
  await fixture.webhook(receiptId);
  return { ...fixture, receiptId };
}

const resultOf = ({ id }: { id: number }) => `/purchase/result?orderId=${id}`;

async function fillAccount(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: '환불 계좌' });
  await form.getByLabel('은행').selectOption('신한은행');
  await form.getByLabel('계좌번호').fill('110-123-456789');
  await form.getByLabel('예금주').fill('홍길동');
  await form.getByRole('button', { name: '350,000원 환불받기' }).click();
  const question = page.getByRole('alertdialog', { name: '환불 계좌 확인' });
  await question.getByText('신한은행 110123456789').waitFor();
  await question.getByRole('button', { name: '이 계좌로 받기' }).click();
}

async function expectSaid(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor();
  const focused = () => page.evaluate<string | null>('document.activeElement.textContent');
  await expect.poll(focused).toContain(text);
}

describe('a buyer whose deposit came too late', () => {
  it('names an account on the page that the mail leads to, and reads that the money is sent there', async () => {
    const fixture = await lateDeposit();
    const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
    const { page } = visitor;
    await page.goto(resultOf(fixture.row));
    await page.getByRole('heading', { level: 1, name: '구매가 취소되었습니다' }).waitFor();
    await page.getByRole('heading', { level: 2, name: '환불받으실 계좌를 알려주세요' }).waitFor();
    const form = page.getByRole('form', { name: '환불 계좌' });
    await form.getByRole('button', { name: '350,000원 환불받기' }).click();
    await form.getByText('은행을 선택해주세요.').waitFor();
    await form.getByText('계좌번호를 숫자로 입력해주세요.').waitFor();
    await form.getByText('예금주를 입력해주세요.').waitFor();
    await expect.poll(() => form.getByLabel('은행').evaluate((field) => field === document.activeElement)).toBe(true);
    await expectGoodOnBothScreens(page);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`]);
    await fillAccount(page);
    await page.getByText('신한은행 110123456789 (예금주 홍길동) 계좌로 350,000원의 환불을 진행합니다.').waitFor();
    await expectSaid(page, '계좌를 받았습니다');
    await form.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await shop.bootpay.ledger(fixture.receiptId)).at(-1))
      .toMatchObject({
        kind: 'cancel',
        amount: PRICE,
        refund_account: { bank_code: '088', bank_account: '110123456789', bank_username: '홍길동' },
      });
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('finds the order on top of the profile page and names the account there', async () => {
    const fixture = await lateDeposit();
    const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
    const { page } = visitor;
    await page.goto('/profile');
    await page.getByRole('button', { name: fixture.row.service_title }).getByText('환불 계좌 필요').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('신청 내역');
    await page.getByRole('button', { name: fixture.row.service_title }).click();
    await page.getByRole('form', { name: '환불 계좌' }).waitFor();
    await expectAccessible(page);
    await fillAccount(page);
    const detail = page.getByRole('dialog', { name: '신청 상세' });
    await expectSaid(page, '계좌를 받았습니다');
    await detail.getByText('주문에 쓰이지 않은 결제 금액 350,000원을 환불했습니다.').waitFor();
    await expect.poll(() => page.getByText('환불 계좌 필요').count()).toBe(0);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('the mail about a late deposit leads to the order by way of the login', async () => {
  const fixture = await lateDeposit();
  const mails = await listMails(shop, fixture.user.email);
  const link = mails
    .findLast(({ kind }) => kind === 'refund_account')
    ?.text.match(/\/purchase\/result\?orderId=\d+/)?.[0];
  expect(link).toBe(resultOf(fixture.row));
  const visitor = await visit(browser, shop.url, 'phone');
  await visitor.page.goto(link ?? '/');
  await visitor.page.waitForURL('**/login?**');
  expect(new URL(visitor.page.url()).searchParams.get('from')).toBe(link);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('says when an admin has refunded the money in the meantime', async () => {
  const fixture = await lateDeposit();
  const admin = await buildAdmin(shop);
  const visitor = await visitAs({ browser, shop }, fixture.user, 'phone');
  const { page } = visitor;
  await page.goto(resultOf(fixture.row));
  await page.getByRole('form', { name: '환불 계좌' }).waitFor();
  const outside = { receipt_id: fixture.receiptId, amount: PRICE, note: '전화로 받은 계좌로 이체' };
  expect((await admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds/outside`, outside)).statusCode).toBe(
    200,
  );
  await fillAccount(page);
  const message = page.getByRole('alertdialog', { name: '환불' });
  await message.getByText('이미 처리한 환불입니다.', { exact: false }).waitFor();
  await message.getByRole('button', { name: '확인' }).click();
  await page.getByRole('form', { name: '환불 계좌' }).waitFor({ state: 'detached' });
  expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`]);
  visitor.expectNoTrouble(/status of 409/);
  await visitor.context.close();
});
