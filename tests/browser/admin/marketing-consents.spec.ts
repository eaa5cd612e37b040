import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('administrators see who consents to advertising', async () => {
  await shop.db.deleteFrom('marketing_consents').execute();
  const administrator = await shop.buildUser({ role: 'admin' });
  const visitor = await visitAs({ browser, shop }, administrator, 'phone');
  const { page } = visitor;
  await page.goto('/admin/marketing-consents');
  await page.getByText('광고 수신에 동의한 회원이 없습니다').waitFor();
  const member = await shop.buildUser({ fullname: '김동의', email: 'agrees@example.com' });
  const client = await shop.client().as(member);
  for (const is_on of [true, false, true]) await client.put('/api/auth/notices', { marketing_email: { is_on } });
  await client.put('/api/auth/notices', { marketing_sms: { is_on: true } });
  await page.reload();
  await page.getByText('조건에 맞는 기록 2건').waitFor();
  const name = '광고 수신 동의 목록';
  const list = page.getByRole('list', { name });
  await list.getByText(/agrees@example\.com/).waitFor();
  const table = page.getByRole('table', { name });
  await expectGoodOnBothScreens(page, () => table.getByText(/agrees@example\.com/).waitFor());
  await page.getByLabel('수단').selectOption('이메일');
  await page.getByText('조건에 맞는 기록 1건').waitFor();
  const views = page.getByRole('navigation', { name: '기록의 범위' });
  await views.getByRole('link', { name: '모든 기록' }).click();
  await page.getByText('조건에 맞는 기록 3건').waitFor();
  await list.getByText('동의 철회', { exact: true }).waitFor();
  await views.getByRole('link', { name: '2년이 된 동의' }).click();
  await page.getByText('조건에 맞는 기록이 없습니다').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ view: 'two_years', channel: 'email' });
  visitor.expectNoTrouble();
  await visitor.context.close();
});
