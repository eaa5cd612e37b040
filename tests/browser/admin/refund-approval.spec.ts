import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  movedFor,
  type PaidFixture,
} from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', FOUR_EYES_WON: '200000' } });
const browser = await setUpBrowser();
const [proposer, second] = [
  await shop.buildUser({ role: 'admin', fullname: '김제안' }),
  await shop.buildUser({ role: 'admin', fullname: '이확인' }),
];
const visitor = await visitAs({ browser, shop }, proposer, 'phone');
const { page } = visitor;

async function openOrder({ row }: PaidFixture): Promise<void> {
  await page.goto(`/admin/orders/${row.id}`);
  await openMoney(page);
}

/** Confirms the question of an act with this button. */
async function agree(title: string, button: string): Promise<void> {
  const question = page.getByRole('alertdialog', { name: title });
  await question.getByRole('button', { name: button, exact: true }).click();
}

describe('a refund above the limit', () => {
  it('is proposed by one administrator and approved by another', async () => {
    const paid = await buildPaidFixture(shop, PRICE);
    await paid.client.post(`/api/orders/${paid.row.id}/refund-requests`, { reason: '개인 사정' });
    await openOrder(paid);
    const form = page.getByRole('form', { name: '환불 요청 승인' });
    await form.getByLabel('고객에게 알릴 말').fill('전액을 환불해 드립니다.');
    await form.getByText('200,000원이 넘으면 다른 담당자의 승인이 필요합니다.').waitFor();
    await form.getByRole('button', { name: '승인' }).click();
    const question = page.getByRole('alertdialog', { name: '두 번째 확인 요청' });
    await question.getByText('7일 안에 승인되지 않으면 환불 없이 자동으로 종료됩니다.').waitFor();
    expect(await question.innerText()).not.toContain('되돌릴 수 없습니다');
    await question.getByRole('button', { name: '확인 요청' }).click();
    await page.getByText('350,000원의 환불에 두 번째 확인을 요청했습니다.').waitFor();
    const waiting = page.getByRole('region', { name: '확인을 기다리는 환불' });
    await waiting.getByText('두 번째 확인을 기다리고 있습니다').waitFor();
    await waiting.getByText('직접 승인할 수는 없습니다.').waitFor();
    await waiting.getByRole('button', { name: '요청 철회' }).waitFor();
    expect(await page.getByRole('button', { name: '승인하고 환불' }).count()).toBe(0);
    await expectNoSidewaysScroll(page);

    await becomeUser(visitor, shop, second);
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: '두 번째 확인을 기다리는 환불' }).click();
    await page.getByRole('link', { name: paid.row.order_number }).filter({ visible: true }).first().click();
    const proposal = page.getByRole('region', { name: '확인을 기다리는 환불' });
    await proposal.getByText('(김제안)').waitFor();
    await proposal.getByText('전액을 환불해 드립니다.').waitFor();
    await expectAccessible(page);
    await proposal.getByRole('button', { name: '승인하고 환불' }).click();
    await agree('환불 승인', '승인하고 환불');
    await page.getByRole('status').getByText('350,000원을 환불했습니다.').waitFor();
    await page.getByText('350,000원, 환불 완료').waitFor();
    expect(await movedFor(shop, paid.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);
    visitor.expectNoTrouble();
  });
});

it('a refund to an account is declined by the second administrator, and the form is there again', async () => {
  const fixture = await buildPaymentFixture(shop, PRICE);
  const receiptId = await fixture.pay({ method: 'vbank' });
  await fixture.confirm(receiptId);
  await shop.bootpay.deposit(receiptId);
  await fixture.webhook(receiptId);
  const paid = { ...fixture, receiptId };
  const account = { bank_code: '090', number: '3333011234567', holder: '홍길동' };
  const proposal = { amount: PRICE, reason: '전액 환불', account };
  const proposed = await (await shop.client().as(proposer)).post(
    `/api/admin/orders/${paid.row.id}/refund-proposals`,
    proposal,
  );
  expect(proposed.statusCode, proposed.body).toBe(201);

  await becomeUser(visitor, shop, second);
  await openOrder(paid);
  const receipt = page.getByRole('region', { name: `주문의 결제 ${paid.receiptId}` });
  await receipt.getByText('카카오뱅크 3333011234567 홍길동').waitFor();
  expect(await page.getByRole('button', { name: '환불하기' }).count()).toBe(0);
  await receipt.getByLabel('거절 사유').fill('금액을 다시 봐주세요.');
  await receipt.getByRole('button', { name: '거절' }).click();
  await agree('환불 거절', '거절');
  await page.getByText('환불을 거절했습니다. 환불되지 않았습니다.').waitFor();
  await receipt.getByRole('button', { name: '환불하기' }).waitFor();
  await page
    .getByRole('region', { name: '두 번째 확인 내역' })
    .getByText('금액을 다시 봐주세요.')
    .filter({ visible: true })
    .waitFor();
  expect(await movedFor(shop, paid.receiptId)).toEqual([`capture ${PRICE}`]);
  visitor.expectNoTrouble();
});
