import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer } from '#tests/support/app/consultations.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
// Services that tests build get ids behind those that question sets name.
await sql`select setval(pg_get_serial_sequence('services', 'id'), 1000)`.execute(shop.db);

const PDF = {
  name: '처분서.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
};

it('leads from the task to the paper and takes its file', async () => {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const order = await shop.buildOrder({ user: customer.user, status: 'confirmed' });
  const ask = (body: object) => admin.client.post(`/api/admin/orders/${order.id}/papers`, body);
  const asked = await ask({
    title: '징계처분서',
    why: '항고서에 붙입니다.',
    asked_of: 'client',
    due_on: '2099-12-01',
    form: 'medical_records',
  });
  await admin.client.post(`/api/admin/orders/${order.id}/deadlines`, {
    kind: 'discipline_appeal',
    title: '징계 항고',
    starts_on: '2026-11-02',
  });
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page } = visitor;
  await page.goto(`/orders/${order.id}`);
  await page.getByText('늦어도 2026. 12. 2.까지').waitFor();
  await page.getByText('변호사 확인 전', { exact: true }).waitFor();
  await page.getByRole('region', { name: '지금 하실 일 1개' }).getByRole('link', { name: '징계처분서' }).click();
  const { id } = asked.json<Paper>();
  await page.waitForURL(`**/orders/${order.id}#paper-${id}`);
  const paper = page.locator(`#paper-${id}`);
  await expect.poll(() => paper.evaluate((item) => item.getBoundingClientRect().top)).toBeLessThan(400);
  await paper.getByText('2099. 12. 1.까지').waitFor();

  await paper.getByLabel('첨부할 파일', { exact: true }).first().setInputFiles(PDF);
  await paper.getByRole('button', { name: '서류 보내기' }).click();
  await paper.getByText('파일을 보냈습니다. 담당자가 확인합니다.').waitFor();
  await paper.getByRole('link', { name: '처분서.pdf 내려받기' }).waitFor();
  await page.getByRole('heading', { name: '지금은 기다리시면 됩니다' }).waitFor();

  const second = { ...PDF, name: '뒷면.pdf' };
  await paper.getByLabel('첨부할 파일', { exact: true }).first().setInputFiles(second);
  await paper.getByRole('button', { name: '서류 보내기' }).click();
  await paper.getByRole('link', { name: '뒷면.pdf 내려받기' }).waitFor();
  await paper.getByRole('link', { name: '처분서.pdf 내려받기' }).waitFor();

  const reason = '글자가 보이지 않습니다.';
  await admin.client.put(`/api/admin/orders/${order.id}/papers/${id}`, { state: 'returned', reason });
  // The open page shows each change by itself.
  await paper.getByText('다시 요청', { exact: true }).waitFor();
  await paper.getByText(reason).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await paper.getByRole('link', { name: '인쇄할 양식 열기' }).click();
  await page.getByRole('heading', { name: '진료기록 열람 및 사본 발급 위임장 (예시)' }).waitFor();
  await expectGoodOnBothScreens(page);
  await page.getByRole('link', { name: '사건으로 돌아가기' }).click();
  await admin.client.put(`/api/admin/orders/${order.id}/papers/${id}`, { state: 'accepted' });
  await paper.getByText('확인', { exact: true }).waitFor();
  expect(await paper.getByRole('button', { name: '파일 첨부' }).count()).toBe(0);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
