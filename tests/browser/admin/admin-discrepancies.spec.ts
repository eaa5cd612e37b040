import { expect, it } from 'vitest';
import { compareWithProvider } from '#server/features/payments/reconciliation/compare-with-provider.ts';
import { handleWebhooks } from '#server/features/payments/webhooks/handle-webhooks.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaidFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('links from pending tasks to discrepancies and unmatched webhooks, which an admin marks as handled', async () => {
  const fixture = await buildPaidFixture(shop);
  const { receiptId } = fixture;
  await shop.bootpay.cancelAtProvider(receiptId, 100_000);
  await compareWithProvider(shop.deps.payments, { paceMs: 0 });
  const body = { receipt_id: 'unknown-receipt', order_id: 'NOT-OURS', price: 12_000 };
  await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
  for (let look = 0; look < 3; look += 1) {
    await handleWebhooks(shop.deps.payments);
    shop.clock.advance(31_000);
  }

  const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
  const visitor = await visitAs({ browser, shop }, admin);
  const { page } = visitor;
  await page.goto('/admin');
  await page.getByRole('link', { name: '결제사와 다른 결제' }).click();
  await page.waitForURL('**/admin/differences');
  const row = page.getByRole('row', { name: fixture.row.order_number });
  await row.getByText('250,000원').waitFor();
  await row.getByRole('button', { name: '처리 완료' }).click();
  const dialog = page.getByRole('dialog', { name: '처리 완료로 표시' });
  await dialog.getByRole('button', { name: '표시' }).click();
  await dialog.getByText('어떻게 처리했는지 적어주세요.').first().waitFor();
  await dialog.getByLabel('처리 내용').fill('결제사 화면에서 확인');
  await dialog.getByRole('button', { name: '표시' }).click();
  await page.getByText('처리 완료로 표시했습니다.').waitFor();
  await page.getByText('확인할 내역이 없습니다').waitFor();
  await page.getByRole('link', { name: '모든 차이' }).click();
  await row.getByText('결제사 화면에서 확인').waitFor();

  await page.getByRole('link', { name: '주문과 연결되지 않은 알림', exact: true }).click();
  const unknown = page.getByRole('row', { name: 'unknown-receipt' });
  await unknown.getByText('결제사에 없는 결제입니다.').waitFor();
  await expectAccessible(page);
  expect(await unknown.getByText('12,000원').count()).toBe(1);
  await page.getByRole('button', { name: '이 목록의 1건 처리 완료' }).waitFor();
  await page.getByRole('button', { name: '전체 처리 완료' }).click();
  await page.getByRole('dialog', { name: '처리 완료로 표시' }).getByLabel('처리 내용').fill('시험 알림');
  await page.getByRole('dialog', { name: '처리 완료로 표시' }).getByRole('button', { name: '표시' }).click();
  await page.getByText('처리 완료로 표시했습니다.').waitFor();
  await page.getByText('확인할 내역이 없습니다').waitFor();
  expect(await page.getByRole('button', { name: '전체 처리 완료' }).count()).toBe(0);
  await page.getByRole('link', { name: '전체 미확인 알림' }).click();
  await unknown.getByText('처리: 시험 알림').waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});
