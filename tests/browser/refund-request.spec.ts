import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#server/lib/time.ts';
import { FULL_REFUND_DAYS } from '#shared/rules/payments/refund-policy.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, type Screen, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaidFixture, movedFor, type PaidFixture } from '#tests/support/payments/payment-fixture.ts';

const PRICE = 350_000;
const REASON = '개인 사정으로 환불을 원합니다.';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const visitAsAdmin = async (screen: Screen) =>
  visitAs({ browser, shop }, await shop.buildUser({ role: 'admin', fullname: '관리자' }), screen);

const ask = ({ client, row }: PaidFixture) => client.post(`/api/orders/${row.id}/refund-requests`, { reason: REASON });

/** Opens the order in the purchase history. */
async function openOrder(page: Page, { row }: Pick<PaidFixture, 'row'>) {
  await page.goto('/profile');
  await page.getByRole('button', { name: row.service_title }).click();
  const detail = page.getByRole('dialog', { name: '신청 상세' });
  await detail.getByText(row.order_number).waitFor();
  return detail;
}

/** The focused element, which screen readers announce. */
const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.textContent');

describe('a refund request', () => {
  it('is made by a customer and granted by an admin, and the customer sees the refund', async () => {
    const fixture = await buildPaidFixture(shop, PRICE);
    const customer = await visitAs({ browser, shop }, fixture.user, 'phone');
    const detail = await openOrder(customer.page, fixture);
    await detail.getByRole('button', { name: '환불 요청' }).click();
    const dialog = customer.page.getByRole('dialog', { name: '환불 요청' });
    await dialog.getByText('업무에 착수하기 전이므로 전액을 환불합니다.').waitFor();
    // One dialog at a time: the details come back when this one closes.
    const shownDetails = () => customer.page.getByRole('dialog', { name: '신청 상세', includeHidden: true });
    await expect.poll(() => shownDetails().evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
    await dialog.getByText('350,000원').first().waitFor();
    await dialog.getByRole('button', { name: '환불 요청하기' }).click();
    await dialog.getByText('환불 사유를 입력해주세요.').waitFor();
    await expectAccessible(customer.page);
    await dialog.getByLabel('환불 사유').fill(REASON);
    await dialog.getByRole('button', { name: '환불 요청하기' }).click();
    await detail.getByText('환불 요청을 접수했습니다. 담당자가 확인하고 있습니다.').waitFor();
    const request = detail.getByRole('region', { name: '환불', exact: true });
    await request.getByText(/^\d{4}\. \d+\. \d+\.까지$/).waitFor();
    await detail.getByRole('button', { name: '환불 요청 철회' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => shownDetails().evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await expect.poll(() => focused(customer.page)).toContain('환불 요청을 접수했습니다.');
    await expectAccessible(customer.page);
    await expectNoSidewaysScroll(customer.page);
    await customer.page.goto(`/orders/${fixture.row.id}`);
    const due = customer.page.getByText('환불 요청을 확인하고 있습니다.').getByText(/^\d{4}\. \d+\. \d+\.까지$/);
    // The date stays on one line with its particle.
    expect(await due.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('nowrap');

    const admin = await visitAsAdmin('phone');
    const { page } = admin;
    await page.goto('/about');
    await page.getByRole('button', { name: '메뉴 열기' }).click();
    await page.getByRole('link', { name: '관리', exact: true }).click();
    await page.waitForURL('**/admin');
    await page.getByRole('main').getByRole('link', { name: '환불 요청' }).click();
    await page.getByRole('heading', { level: 1, name: '환불 요청' }).waitFor();
    await page.getByRole('link', { name: fixture.row.order_number }).filter({ visible: true }).click();
    await page.getByText(`주문 ${fixture.row.order_number}`, { exact: true }).waitFor();
    await page.getByRole('region', { name: '환불 요청' }).getByText(REASON).waitFor();
    const form = page.getByRole('form', { name: '환불 요청 승인' });
    await expect.poll(() => form.getByLabel('승인할 금액 (원)').inputValue()).toBe('350,000');
    await form.getByLabel('고객에게 알릴 말').fill('전액을 환불해 드립니다.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // While the request is open, there is no second way to refund.
    expect(await page.getByRole('button', { name: '환불하기' }).count()).toBe(0);
    await form.getByRole('button', { name: '승인' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '승인하고 환불' }).click();
    await page.getByText('요청을 승인했습니다. 350,000원을 환불했습니다.').waitFor();
    await page.getByText('350,000원, 환불 완료').waitFor();
    expect(await page.getByRole('form', { name: '환불 요청 승인' }).count()).toBe(0);
    const payment = page.getByRole('region', { name: '결제', exact: true });
    await expect.poll(() => payment.innerText()).toMatch(/결제 금액\s+350,000원\s+환불 금액\s+350,000원/);
    await page.getByText('취소된 주문이라 기한이 없습니다.').waitFor();
    await page.getByText('취소된 주문이라 시작하지 않습니다.').waitFor();
    await expect.poll(() => page.getByLabel('바꿀 상태').inputValue()).toBe('');
    await expect.poll(() => page.getByRole('button', { name: '상태 변경' }).isDisabled()).toBe(true);
    expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`, `cancel ${PRICE}`]);

    const seen = await openOrder(customer.page, fixture);
    await seen.getByText('환불 요청을 승인하여 환불했습니다.').waitFor();
    await seen.getByText('전액을 환불해 드립니다.', { exact: true }).waitFor();
    expect(await seen.getByRole('button', { name: '환불 요청' }).count()).toBe(0);
    for (const visitor of [customer, admin]) {
      visitor.expectNoTrouble();
      await visitor.context.close();
    }
  });
});

it('after the start of work is withdrawn before the answer, made again, and refused with a reason that the customer reads', async () => {
  const fixture = await buildPaidFixture(shop, PRICE);
  const admin = await visitAsAdmin('desktop');
  await shop.db
    .updateTable('orders')
    .set({ work_started_at: shop.clock.now() })
    .where('id', '=', fixture.row.id)
    .execute();
  const customer = await visitAs({ browser, shop }, fixture.user, 'phone');
  const detail = await openOrder(customer.page, fixture);
  await detail.getByRole('button', { name: '환불 요청' }).click();
  const dialog = customer.page.getByRole('dialog', { name: '환불 요청' });
  await dialog.getByText('업무에 착수한 뒤에는 환불하지 않습니다.', { exact: false }).waitFor();
  await dialog.getByText('0원', { exact: true }).waitFor();
  await dialog.getByLabel('환불 사유').fill(REASON);
  await dialog.getByRole('button', { name: '환불 요청하기' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await admin.page.goto(`/admin/orders/${fixture.row.id}`);
  await admin.page.getByRole('button', { name: '시작 표시 되돌리기' }).waitFor();
  const grant = admin.page.getByRole('form', { name: '환불 요청 승인' });
  await grant.getByLabel('승인할 금액 (원)').fill('1000');
  await detail.getByRole('button', { name: '환불 요청 철회' }).click();
  await customer.page.getByRole('alertdialog').getByRole('button', { name: '철회' }).click();
  await detail.getByText('환불 요청을 철회했습니다.').first().waitFor();
  await detail.getByRole('button', { name: '환불 요청', exact: true }).waitFor();
  // The administrator still sees the form of the request that is gone.
  await grant.getByRole('button', { name: '승인' }).click();
  const question = admin.page.getByRole('alertdialog');
  await question.getByRole('button', { name: '승인하고 환불' }).click();
  await question.getByText('이미 처리되었거나 철회된 환불 요청입니다.').waitFor();
  await question.getByRole('button').click();
  await admin.page.getByText('철회 일시').waitFor();
  await grant.waitFor({ state: 'detached' });

  await ask(fixture);
  await admin.page.reload();
  const form = admin.page.getByRole('form', { name: '환불 요청 거절' });
  await form.getByRole('button', { name: '거절' }).click();
  await form.getByText('고객에게 알릴 사유를 입력해주세요.').waitFor();
  await form.getByLabel('거절 사유').fill('서류 검토를 마쳤습니다.');
  await form.getByRole('button', { name: '거절' }).click();
  await admin.page.getByRole('alertdialog').getByRole('button', { name: '거절' }).click();
  await admin.page.getByText('고객에게 알린 말').waitFor();

  await openOrder(customer.page, fixture);
  await detail.getByText('환불 요청을 받아들이지 못했습니다.', { exact: true }).waitFor();
  await detail.getByText('서류 검토를 마쳤습니다.', { exact: true }).waitFor();
  expect(await movedFor(shop, fixture.receiptId)).toEqual([`capture ${PRICE}`]);
  for (const visitor of [customer, admin]) {
    visitor.expectNoTrouble(/status of 409/);
    await visitor.context.close();
  }
});

it('shows no amount for a package once the soldier has enlisted, and the admin decides the amount', async () => {
  const user = await shop.buildUser();
  const soldier = await shop.buildSoldier({ user, military_status: '입대 전' });
  const service = await shop.buildService({ category: 'package' });
  const createdAt = new Date(Date.now() - (FULL_REFUND_DAYS + 2) * DAY_MS);
  const row = await shop.buildOrder({ user, soldier, service, status: 'confirmed', price: PRICE, createdAt });
  const customer = await visitAs({ browser, shop }, user, 'phone');
  const dialog = customer.page.getByRole('dialog', { name: '환불 요청' });
  await shop.db.updateTable('soldiers').set({ military_status: '복무 중' }).where('id', '=', soldier.id).execute();
  const detail = await openOrder(customer.page, { row });
  await detail.getByRole('button', { name: '환불 요청' }).click();
  await dialog.getByText('담당자 확인 후 결정').waitFor();
  await dialog.getByText('담당자가 입대일과 이미 제공한 서비스를 확인하여', { exact: false }).waitFor();
  // Only the price.
  expect(await dialog.getByText('350,000원').count()).toBe(1);
  await expectAccessible(customer.page);
  await dialog.getByLabel('환불 사유').fill(REASON);
  await dialog.getByRole('button', { name: '환불 요청하기' }).click();
  await detail.getByText('환불 요청을 접수했습니다. 담당자가 확인하고 있습니다.').waitFor();
  await detail.getByText('담당자 확인 후 결정').waitFor();

  const admin = await visitAsAdmin('desktop');
  await admin.page.goto('/admin/refund-requests');
  await admin.page.getByRole('row', { name: row.order_number }).getByText('담당자 확인 후 결정').waitFor();
  await admin.page.getByRole('link', { name: row.order_number }).filter({ visible: true }).click();
  const form = admin.page.getByRole('form', { name: '환불 요청 승인' });
  await form.getByText('환불 정책으로 정해진 금액이 없습니다.', { exact: false }).waitFor();
  await expect.poll(() => form.getByLabel('승인할 금액 (원)').inputValue()).toBe('');
  for (const visitor of [customer, admin]) {
    visitor.expectNoTrouble();
    await visitor.context.close();
  }
});
