import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', LIMIT_STAFF_EXPORTS: '0' } });
const browser = await setUpBrowser();

describe.each(['desktop', 'phone'] as const)('on a %s', (screen) => {
  it('the report has the money of a month, and its file for the tax office', async () => {
    const service = await shop.buildService({ title: '징계 대응' });
    const order = await shop.buildOrder({ status: 'confirmed', service });
    const paid = { paid_at: new Date('2024-02-10T03:00:00Z') };
    await shop.db.updateTable('payment_attempts').set(paid).where('order_id', '=', order.id).execute();
    const admin = await shop.buildUser({ role: 'admin', fullname: '한변호' });
    const { page, expectNoTrouble } = await visitAs({ browser, shop }, admin, screen);
    await page.goto('/admin/reports?month=2024-03');
    await page.getByText('이 달에는 결제와 환불이 없습니다.').waitFor();
    await page.getByRole('link', { name: '이전 달' }).click();
    await page.getByRole('heading', { level: 1, name: '보고서 2024년 2월' }).waitFor();
    const services = page.getByRole('region', { name: '서비스별' });
    await services.getByText('징계 대응').locator('visible=true').first().waitFor();
    await page.getByRole('region', { name: '담당자별' }).getByText('한변호').locator('visible=true').first().waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const form = page.getByRole('form', { name: '월별 결제 내역 내려받기' });
    await form.getByLabel('내려받는 이유').fill('부가세 신고');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'CSV 내려받기' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('orders-2024-02-tax.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain(order.order_number);
    expectNoTrouble();
    await shop.db
      .updateTable('payment_attempts')
      .set({ paid_at: new Date() })
      .where('order_id', '=', order.id)
      .execute();
  });

  it('an order has its proof, and shows who stands on the other side', async () => {
    const other = await shop.buildOrder({ user: await shop.buildUser({ fullname: `구상대${screen}` }) });
    const order = await shop.buildOrder({ status: 'confirmed' });
    const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
    const { page, expectNoTrouble } = await visitAs({ browser, shop }, admin, screen);
    await page.goto(`/admin/orders/${order.id}`);
    const proof = page.getByRole('form', { name: '증빙' });
    await proof.getByLabel('증빙').selectOption({ label: '현금영수증' });
    await proof.getByLabel('승인 번호 (선택)').fill('123456789');
    await proof.getByRole('button', { name: '증빙 저장' }).click();
    await page.getByText('증빙을 저장했습니다.').waitFor();
    const opponents = page.getByRole('region', { name: '상대방' });
    await opponents.getByLabel('상대방 이름 (선택)').fill(`구 상대${screen}\n아무개`);
    await opponents.getByRole('button', { name: '상대방 저장' }).click();
    const conflicts = page.getByRole('region', { name: '이해 충돌' });
    await conflicts.getByRole('link', { name: other.order_number }).waitFor();
    await opponents.getByText('상대방을 저장했습니다.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.reload();
    expect(await proof.getByLabel('승인 번호 (선택)').inputValue()).toBe('123456789');
    expect(await opponents.getByLabel('상대방 이름 (선택)').inputValue()).toBe(`구 상대${screen}\n아무개`);
    await conflicts.getByRole('link', { name: other.order_number }).click();
    await conflicts.getByRole('link', { name: order.order_number }).waitFor();
    expectNoTrouble();
  });
});
