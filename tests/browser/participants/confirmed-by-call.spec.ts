import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

it('lets staff make a member the client after a call, and end it', async () => {
  const buyer = await shop.buildUser({ fullname: '홍길동' });
  const order = await shop.buildOrder({ user: buyer, status: 'confirmed' });
  const soldier = await shop.buildUser({ fullname: '김통화' });
  const admin = await buildAdmin(shop);
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, admin.user, 'phone');
  await page.goto(`/admin/orders/${order.id}`);
  const people = page.getByRole('region', { name: '참여자', exact: true });
  await people.getByText('홍길동 (결제하신 분)').waitFor();
  await people.getByRole('button', { name: '통화로 확인하고 참여시키기' }).click();
  await people.getByRole('textbox', { name: '참여할 회원' }).fill('없는 사람');
  await people.getByRole('button', { name: '찾기', exact: true }).click();
  await people.getByText('찾은 회원이 없습니다.').waitFor();
  await people.getByRole('textbox', { name: '참여할 회원' }).fill('김통화');
  await people.getByRole('button', { name: '찾기', exact: true }).click();
  await people.getByRole('button', { name: /^선택/ }).click();
  await people.getByRole('button', { name: '참여시키기', exact: true }).click();
  await people.getByText('통화로 확인한 내용을 적어주세요.').waitFor();
  await people.getByRole('textbox', { name: '통화로 확인한 내용' }).fill('생년월일과 부대를 확인함');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await people.getByRole('button', { name: '참여시키기', exact: true }).click();
  await people.getByText('김통화 (의뢰인)').waitFor();

  const client = await visitAs({ browser, shop }, soldier, 'phone');
  await client.page.goto(`/orders/${order.id}`);
  await client.page.getByRole('heading', { level: 1, name: order.service_title }).waitFor();

  await people.getByRole('button', { name: '참여 끝내기 (김통화)' }).click();
  await people.getByRole('textbox', { name: '확인한 내용' }).fill('본인 요청');
  await people.getByRole('button', { name: '참여 끝내기', exact: true }).click();
  await people.getByText('참여가 끝남').waitFor();
  await client.page.reload();
  await client.page.getByText('찾을 수 없').first().waitFor();
  expect(await people.getByRole('button', { name: /참여 끝내기/ }).count()).toBe(0);
  expectNoTrouble();
  await context.close();
  await client.context.close();
});
