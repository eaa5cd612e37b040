import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Attachment } from '#shared/features/attachments/schemas.ts';
import type { Paper } from '#shared/features/casework/paper-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer } from '#tests/support/app/consultations.ts';
import { fileForm } from '#tests/support/app/pictures.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
// Services that tests build get ids behind those that question sets name.
await sql`select setval(pg_get_serial_sequence('services', 'id'), 1000)`.execute(shop.db);

async function openCase() {
  const admin = await buildAdmin(shop);
  const customer = await buildCustomer(shop);
  const soldier = await shop.buildSoldier({ user: customer.user, relationship: '본인' });
  const order = await shop.buildOrder({ user: customer.user, soldier, status: 'confirmed' });
  return { admin, customer, order };
}

/** Answers the first two parts, and ends on the third. */
async function answerFirstParts(page: Page): Promise<void> {
  const group = (name: string) => page.getByRole('group', { name });
  // The buyer is the soldier: that the client answers is known.
  const answersSelf = group('의뢰인(군인) 본인이 답하고 있나요?').getByLabel('예', { exact: true });
  await expect.poll(() => answersSelf.isChecked()).toBe(true);
  await group('의뢰인의 신분').getByLabel('병', { exact: true }).check();
  await page.getByLabel('연락이 되는 때와 방법').fill('평일 저녁');
  await page.getByRole('button', { name: '다음' }).click();
  await page.getByRole('heading', { level: 2, name: '지금 단계' }).waitFor();
  await group('지금 어느 단계인가요?').getByLabel('처분 받음').check();
  await page.getByLabel('징계처분서를 받은 날').fill('2026-11-02');
  await group('어떤 처분인가요?').getByLabel('견책').check();
  await page.getByRole('button', { name: '다음' }).click();
}

it('takes a client through a set, and staff through its review', async () => {
  const { admin, customer, order } = await openCase();
  const staff = await visitAs({ browser, shop }, admin.user);
  const client = await visitAs({ browser, shop }, customer.user, 'phone');

  // Staff ask a set and a paper by hand.
  await staff.page.goto(`/admin/orders/${order.id}`);
  await staff.page.getByRole('button', { name: '질문지 추가하기' }).click();
  const adding = staff.page.getByRole('form', { name: '질문지 추가' });
  await adding.getByLabel('질문지').selectOption('discipline');
  await adding.getByRole('button', { name: '보내기' }).click();
  const papers = staff.page.getByRole('region', { name: '서류' });
  await papers.getByRole('button', { name: '서류 요청하기' }).click();
  await papers.getByRole('button', { name: '요청하기', exact: true }).click();
  await papers.getByText('서류 이름을 입력해주세요.').waitFor();
  await papers.getByLabel('서류 이름').fill('징계처분서 사본');
  await papers.getByRole('button', { name: '요청하기', exact: true }).click();
  const tasks = staff.page.getByRole('region', { name: '할 일' });
  await tasks.getByRole('link', { name: '서류: 징계처분서 사본' }).waitFor();
  await tasks.getByText('의뢰인 차례').first().waitFor();

  // The client answers on a phone, one part at a time.
  const { page } = client;
  await page.goto(`/orders/${order.id}`);
  await page
    .getByRole('region', { name: '지금 하실 일 2개' })
    .getByRole('link', { name: /징계 항고/ })
    .click();
  await page.getByRole('heading', { level: 1, name: '징계 항고 질문지 (예시)' }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await answerFirstParts(page);
  await page.getByLabel(/옮겨 적어주세요/).fill('점호에 늦었다.');
  // A reload before the save loses nothing, and stays in the part.
  await page.reload();
  await expect.poll(() => page.getByLabel(/옮겨 적어주세요/).inputValue()).toBe('점호에 늦었다.');
  const facts = page.getByLabel('인정하는 사실과 다르게 기억하는 사실');
  await facts.fill('5분 늦었습니다.');

  // A sensitive question opens with the client's own consent.
  await page.getByRole('button', { name: '동의 내용 보기: 처분에 영향을' }).click();
  await page.getByRole('dialog').getByText('동의하지 않을 권리').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '동의합니다' }).click();
  await page.getByRole('textbox', { name: '처분에 영향을 준 건강 문제가 있나요?' }).fill('허리 통증');
  await page.getByLabel('이미 낸 진술서나 반성문이 있나요?').fill('없습니다.');
  await page.getByRole('group', { name: '바라는 결과' }).getByLabel('감경').check();
  await page.getByRole('button', { name: '제출하기' }).click();
  await page.getByText('제출하셨습니다. 담당자가 확인하고 있습니다.').waitFor();

  // Staff read it, ask one question again, and confirm the computed deadline.
  await staff.page.reload();
  const questions = staff.page.getByRole('region', { name: '질문지' });
  await questions.getByText('점호에 늦었다.').waitFor();
  await questions.getByText('허리 통증').waitFor();
  await questions.getByLabel('다시 묻기: 인정하는 사실').check();
  await questions.getByRole('button', { name: '질문 1개 다시 묻기' }).click();
  await questions.getByText('다시 묻는 까닭을 모두 적어주세요.').waitFor();
  await questions.getByLabel('다시 묻는 까닭: 인정하는 사실').fill('몇 시인지 적어주세요.');
  await expectAccessible(staff.page);
  await questions.getByRole('button', { name: '질문 1개 다시 묻기' }).click();
  await questions.getByText('보완 요청').waitFor();
  const deadlines = staff.page.getByRole('region', { name: '기한' });
  await deadlines.getByText('늦어도 2026. 12. 2.까지, 변호사 확인 전').waitFor();
  await deadlines.getByRole('button', { name: '이 날로 확인' }).click();
  await deadlines.getByRole('button', { name: '확인 되돌리기' }).waitFor();

  // Only that question is open for the client.
  await page.reload();
  await page.getByText('몇 시인지 적어주세요.').waitFor();
  await facts.fill('22시 5분이었습니다.');
  expect(await page.getByLabel(/옮겨 적어주세요/).count()).toBe(0);
  await page.getByRole('button', { name: '제출하기' }).click();
  await page.getByText('제출하셨습니다.').waitFor();

  await staff.page.reload();
  await questions.getByRole('button', { name: '답 확인' }).click();
  await questions.getByText('확인', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('담당자가 확인했습니다.').waitFor();
  client.expectNoTrouble(/status of 400/);
  staff.expectNoTrouble();
  await Promise.all([client.context.close(), staff.context.close()]);
});

it('lets staff return, change and accept a paper, and add, move and delete a deadline on a phone', async () => {
  const { admin, customer, order } = await openCase();
  const paper = { title: '진단서', asked_of: 'client', form: 'medical_records' };
  const asked = await admin.client.post(`/api/admin/orders/${order.id}/papers`, paper);
  const form = fileForm(Buffer.from('진단서'), { filename: '진단서.txt', type: 'text/plain' });
  const file = await customer.client.post('/api/attachments', form.body, { headers: form.headers });
  const attachment_ids = [file.json<Attachment>().id];
  await customer.client.post(`/api/orders/${order.id}/papers/${asked.json<Paper>().id}/files`, { attachment_ids });

  const staff = await visitAs({ browser, shop }, admin.user, 'phone');
  const { page } = staff;
  await page.goto(`/admin/orders/${order.id}`);
  const papers = page.getByRole('region', { name: '서류' });
  await papers.getByRole('link', { name: '진단서.txt 내려받기' }).waitFor();
  await papers.getByRole('button', { name: '양식 보기' }).click();
  const printed = page.getByRole('dialog');
  await printed.getByRole('heading', { name: '진료기록 열람 및 사본 발급 위임장 (예시)' }).waitFor();
  await page.keyboard.press('Escape');
  await printed.waitFor({ state: 'detached' });
  await papers.getByRole('button', { name: '다시 요청: 진단서' }).click();
  await papers.getByRole('button', { name: '보내기' }).click();
  await papers.getByText('까닭을 적어주세요.').waitFor();
  await papers.getByLabel('다시 요청: 까닭').fill('도장이 없습니다.');
  await papers.getByRole('button', { name: '보내기' }).click();
  await papers.getByText('까닭: 도장이 없습니다.').waitFor();
  await papers.getByRole('button', { name: '수정: 진단서' }).click();
  const editing = page.getByRole('form', { name: '진단서 수정' });
  await editing.getByLabel('필요한 까닭').fill('항고서에 붙입니다.');
  await editing.getByRole('button', { name: '저장' }).click();
  await papers.getByText('항고서에 붙입니다.').waitFor();
  await papers.getByRole('button', { name: '확인: 진단서' }).click();
  await papers.getByText('확인', { exact: true }).waitFor();

  const deadlines = page.getByRole('region', { name: '기한' });
  await deadlines.getByRole('button', { name: '기한 추가하기' }).click();
  await deadlines.getByLabel('시작하는 날').fill('2026-11-02');
  await deadlines.getByText('법이 정한 기간으로 계산한 마지막 날: 2026. 12. 2.').waitFor();
  await deadlines.getByLabel('종류').selectOption('other');
  await deadlines.getByLabel('이름').fill('의견서');
  await deadlines.getByRole('button', { name: '추가하기', exact: true }).click();
  await deadlines.getByText('마지막 날을 입력해주세요.').waitFor();
  await deadlines.getByLabel('마지막 날').fill('2026-11-20');
  await deadlines.getByRole('button', { name: '추가하기', exact: true }).click();
  await deadlines.getByText('늦어도 2026. 11. 20.까지, 변호사 확인 전').waitFor();
  await deadlines.getByRole('button', { name: '수정: 의견서' }).click();
  const moving = deadlines.getByRole('form', { name: '의견서 수정' });
  await moving.getByLabel('마지막 날').fill('2026-12-04');
  await expectAccessible(page);
  await moving.getByRole('button', { name: '저장' }).click();
  await deadlines.getByText('늦어도 2026. 12. 4.까지, 변호사 확인 전').waitFor();
  await deadlines.getByRole('button', { name: '삭제: 의견서' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await deadlines.getByText('기한이 없습니다.').waitFor();
  await expectNoSidewaysScroll(page);
  staff.expectNoTrouble();
  await staff.context.close();
});
