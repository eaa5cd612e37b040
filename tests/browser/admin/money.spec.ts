import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { openMoney } from '#tests/support/browser/open-money.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', LIMIT_STAFF_EXPORTS: '0' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '한변호' });
const phone = await visitAs({ browser, shop }, admin, 'phone');
const { page, expectNoTrouble } = phone;

describe('for administrators', () => {
  it('the report has the money of a month, its file for the tax office, and the mandates', async () => {
    const service = await shop.buildService({ title: '징계 대응' });
    const order = await shop.buildOrder({ status: 'confirmed', service });
    const paid = { paid_at: new Date('2024-02-10T03:00:00Z') };
    await shop.db.updateTable('payment_attempts').set(paid).where('order_id', '=', order.id).execute();
    await page.goto('/admin/reports?month=2024-03');
    await page.getByText('이 달에는 결제와 환불이 없습니다.').waitFor();
    await page.getByRole('link', { name: '이전 달' }).click();
    await page.getByRole('heading', { level: 1, name: '보고서 2024년 2월' }).waitFor();
    const services = page.getByRole('region', { name: '서비스별' });
    await services.getByText('징계 대응').locator('visible=true').first().waitFor();
    await page.getByRole('region', { name: '담당자별' }).getByText('한변호').locator('visible=true').first().waitFor();
    await expectNoSidewaysScroll(page);
    const form = page.getByRole('form', { name: '월별 결제 내역 내려받기' });
    await form.getByLabel('내려받는 이유').fill('부가세 신고');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'CSV 내려받기' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('orders-2024-02-tax.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain(order.order_number);
    const ledger = page.getByRole('form', { name: '수임장부 내려받기' });
    await ledger.getByLabel('내려받는 이유').fill('연말 점검');
    const [mandates] = await Promise.all([
      page.waitForEvent('download'),
      ledger.getByRole('button', { name: '수임장부 내려받기' }).click(),
    ]);
    expect(mandates.suggestedFilename()).toBe('mandates-2024-02.csv');
    expectNoTrouble();
    await shop.db
      .updateTable('payment_attempts')
      .set({ paid_at: new Date() })
      .where('order_id', '=', order.id)
      .execute();
  });

  it('accounting begins with the month, what waits, and the money of a day', async () => {
    await shop.buildOrder({ status: 'error' });
    const order = await shop.buildOrder({ status: 'confirmed', price: 470_000 });
    const paid = { paid_at: new Date('2024-05-10T03:00:00Z') };
    await shop.db.updateTable('payment_attempts').set(paid).where('order_id', '=', order.id).execute();
    const accountant = await shop.buildUser({ role: 'admin', permissions: ['money', 'orders'] });
    await becomeUser(phone, shop, accountant);
    await page.goto('/admin/money');
    await page.getByRole('heading', { level: 1, name: '돈' }).waitFor();
    await page.getByText('받은 금액').first().waitFor();
    const tasks = page.getByRole('region', { name: '처리할 일' });
    await tasks.getByRole('link', { name: '결제가 맞지 않는 주문' }).waitFor();
    expect(await tasks.getByText('담당이 없는 주문').count()).toBe(0);
    const sheet = page.getByRole('region', { name: '하루 내역' });
    await sheet.getByLabel('날짜', { exact: true }).fill('2024-05-11');
    await sheet.getByText('이 날에는 결제와 환불이 없습니다.').waitFor();
    await sheet.getByRole('link', { name: '이전 날' }).click();
    await sheet.getByText('남은 금액 470,000원').waitFor();
    await sheet.getByRole('link', { name: order.order_number }).locator('visible=true').waitFor();
    expectNoTrouble();
  });

  it('an order has its proof, and shows who stands on the other side', async () => {
    const other = await shop.buildOrder({ user: await shop.buildUser({ fullname: '구상대' }) });
    const order = await shop.buildOrder({ status: 'confirmed' });
    await becomeUser(phone, shop, admin);
    await page.goto(`/admin/orders/${order.id}`);
    await openMoney(page);
    const proof = page.getByRole('form', { name: '증빙' });
    await proof.getByLabel('증빙').selectOption({ label: '현금영수증' });
    await proof.getByLabel('승인 번호 (선택)').fill('123456789');
    await proof.getByRole('button', { name: '증빙 저장' }).click();
    await page.getByText('증빙을 저장했습니다.').waitFor();
    const opponents = page.getByRole('region', { name: '상대방' });
    await opponents.getByLabel('상대방 이름 (선택)').fill('구 상대\n아무개');
    await opponents.getByRole('button', { name: '상대방 저장' }).click();
    const search = opponents.getByRole('form', { name: '이름으로 찾기' });
    await search.getByLabel('이름으로 찾기').fill('구상대');
    await search.getByRole('button', { name: '찾기' }).click();
    await search.getByRole('list', { name: '찾은 사건' }).getByRole('link', { name: other.order_number }).waitFor();
    const conflicts = page.getByRole('region', { name: '이해 충돌' });
    await conflicts.getByRole('link', { name: other.order_number }).waitFor();
    await opponents.getByText('상대방을 저장했습니다.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    await openMoney(page);
    await expect.poll(() => proof.getByLabel('승인 번호 (선택)').inputValue()).toBe('123456789');
    await expect.poll(() => opponents.getByLabel('상대방 이름 (선택)').inputValue()).toBe('구 상대\n아무개');
    await conflicts.getByRole('link', { name: other.order_number }).click();
    await conflicts.getByRole('link', { name: order.order_number }).waitFor();
    expectNoTrouble();
  });
});
