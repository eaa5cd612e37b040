import { afterEach, describe, expect, it } from 'vitest';
import { processDueReceipts } from '#server/features/payments/processing/process-due-receipts.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
  type PaymentFixture,
} from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;
const REFUSAL = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

afterEach(() => shop.bootpay.clear());
const visitor = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin', fullname: '관리자' }), 'phone');
const { page } = visitor;

async function openOrder({ row }: PaymentFixture): Promise<void> {
  await page.goto(`/admin/orders/${row.id}`);
  await openMoney(page);
}

/** A paid order whose second, captured payment the provider would not take back. */
async function paidTwice(): Promise<PaymentFixture & { first: string; second: string }> {
  const fixture = await buildPaidFixture(shop, PRICE);
  const { receiptId: first } = fixture;
  const second = await fixture.pay({ isSeparatelyConfirmed: false });
  shop.bootpay.fail({ endpoint: 'cancel', receiptId: second, times: 1, insteadOf: REFUSAL });
  expectError(await fixture.confirm(second), 409, 'ORDER_ALREADY_PAID');
  return { ...fixture, first, second };
}

/** The page says what came of an act, and the focus is there. */
async function expectSaid(text: string): Promise<void> {
  await page.getByRole('status').or(page.getByRole('alert')).getByText(text).waitFor();
  const focused = () => page.evaluate<string | null>('document.activeElement.textContent');
  await expect.poll(focused).toContain(text);
}

describe('a second payment whose refund was refused', () => {
  it('is given back by its receipt, and the good payment stays', async () => {
    const fixture = await paidTwice();
    await openOrder(fixture);
    const good = page.getByRole('region', { name: `주문의 결제 ${fixture.first}` });
    const second = page.getByRole('region', { name: `주문에 쓰이지 않은 결제 ${fixture.second}` });
    await good.getByRole('button', { name: '환불하기' }).waitFor();
    await second.getByText('결제사가 350,000원의 환불을 거절했습니다').waitFor();
    await second.getByText('RC_CANCEL_LIMIT: 취소 한도를 넘었습니다.').waitFor();
    await expectGoodOnBothScreens(page);

    // The provider says no once more: the page says so, and the form is there again.
    shop.bootpay.fail({ endpoint: 'cancel', receiptId: fixture.second, times: 1, insteadOf: REFUSAL });
    for (const end of ['결제사가 350,000원의 환불을 거절했습니다.', '350,000원을 환불했습니다.']) {
      await second.getByLabel('환불 사유').fill('이중 결제');
      await second.getByRole('button', { name: '환불하기' }).click();
      const question = page.getByRole('alertdialog', { name: '환불' });
      await question.getByText('에 쓰이지 않은 결제에서 350,000원을 환불합니다.').waitFor();
      await question.getByRole('button', { name: '환불', exact: true }).click();
      await expectSaid(end);
    }
    await second.waitFor({ state: 'detached' });
    await good.getByRole('button', { name: '환불하기' }).waitFor();
    await page.getByRole('region', { name: '결제 시도' }).getByText('환불 완료').filter({ visible: true }).waitFor();
    expect(await movedFor(shop, fixture.first)).toEqual([`capture ${PRICE}`]);
    expect(await movedFor(shop, fixture.second)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    visitor.expectNoTrouble();
  });

  it('is marked as paid back in another way, and the provider is not asked', async () => {
    const fixture = await paidTwice();
    await openOrder(fixture);
    const second = page.getByRole('region', { name: `주문에 쓰이지 않은 결제 ${fixture.second}` });
    await second.getByText('다른 방법으로 환급함', { exact: true }).click();
    const form = second.getByRole('form', { name: '다른 방법으로 환급함' });
    expect(await form.getByLabel('환급한 금액 (원)').inputValue()).toBe('350,000');
    await form.getByRole('button', { name: '환급 기록' }).click();
    await form.getByText('어떻게 돌려드렸는지 입력해주세요.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await form.getByLabel('환급한 방법').fill('신한은행 계좌로 이체');
    await form.getByRole('button', { name: '환급 기록' }).click();
    const question = page.getByRole('alertdialog', { name: '다른 방법으로 환급함' });
    await question.getByText('350,000원을 이미 돌려드렸습니까?').waitFor();
    await question.getByRole('button', { name: '환급 기록' }).click();
    await expectSaid('350,000원을 환급한 것으로 기록했습니다.');
    await second.waitFor({ state: 'detached' });
    await page.getByText('신한은행 계좌로 이체').filter({ visible: true }).first().waitFor();
    expect(await movedFor(shop, fixture.second)).toEqual([`capture ${PRICE}`]);
    visitor.expectNoTrouble();
  });
});

it('a virtual account is not dropped; its late deposit waits for the buyer, and an administrator may name the account', async () => {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const receiptId = await fixture.pay({ method: 'vbank' });
  await fixture.confirm(receiptId);
  await openOrder(fixture);
  const attempts = page.getByRole('region', { name: '결제 시도' });
  await attempts.getByText('입금 대기').filter({ visible: true }).waitFor();
  expect(await attempts.getByRole('button').count()).toBe(0);

  await fixture.cancel();
  await shop.bootpay.deposit(receiptId);
  await fixture.webhook(receiptId);
  await page.reload();
  await openMoney(page);
  const receipt = page.getByRole('region', { name: `주문에 쓰이지 않은 결제 ${receiptId}` });
  await receipt.getByText('고객의 계좌를 기다립니다').waitFor();
  await page.getByText('고객의 계좌를 기다림').filter({ visible: true }).waitFor();
  const form = receipt.getByRole('form', { name: '결제사로 환불' });
  await form.getByLabel('환불 사유').fill('전화로 받은 계좌');
  await form.getByRole('button', { name: '환불하기' }).click();
  await form.getByText('은행을 선택해주세요.').waitFor();
  await form.getByLabel('은행').selectOption('카카오뱅크');
  await form.getByLabel('계좌번호').fill('3333-01-1234567');
  await form.getByLabel('예금주').fill('홍길동');
  await form.getByRole('button', { name: '환불하기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '환불', exact: true }).click();
  await expectSaid('350,000원을 환불했습니다.');
  expect((await shop.bootpay.ledger(receiptId)).at(-1)).toMatchObject({
    kind: 'cancel',
    refund_account: { bank_code: '090', bank_account: '3333011234567' },
  });
  visitor.expectNoTrouble();
});

describe('a payment whose outcome stays unclear', () => {
  it('is dropped with a reason, and the order can be paid again', async () => {
    const fixture = await buildPaymentFixture(shop, PRICE);
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, misreport: { price: null } });
    expectError(await fixture.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.clock.advance(MINUTE_MS);
    await processDueReceipts(shop.deps.payments);
    await openOrder(fixture);
    const attempts = page.getByRole('region', { name: '결제 시도' });
    await attempts
      .getByText('결제사의 응답을 해석할 수 없습니다', { exact: false })
      .filter({ visible: true })
      .waitFor();
    await expectNoSidewaysScroll(page);
    await attempts.getByRole('button', { name: '결제 확인 중단' }).click();
    const dialog = page.getByRole('dialog', { name: '결제 확인 중단' });
    await dialog.getByText('고객이 다시 결제할 수 있고', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: '확인 중단' }).click();
    await dialog.getByText('중단하는 사유를 입력해주세요.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('중단하는 사유').fill('결제사에 전화로 확인함');
    await dialog.getByRole('button', { name: '확인 중단' }).click();
    await expectSaid('결제 확인을 중단했습니다.');
    await attempts.getByText('결제 안 됨').filter({ visible: true }).waitFor();
    expect(await attempts.getByRole('button').count()).toBe(0);
    expect((await fixture.order()).status).toBe('pending');
    visitor.expectNoTrouble();
  });
});
