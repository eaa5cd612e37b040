import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

it('an earlier version of a service is saved again', async () => {
  const { id } = await shop.buildService({ title: '처음 제목' });
  const admin = await shop.buildUser({ role: 'admin', fullname: '편집자' });
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');
  const stored = async () =>
    (await shop.db.selectFrom('services').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;
  await page.goto(`/admin/services/${id}`);
  const title = page.getByLabel('제목', { exact: true }).first();
  await title.fill('고친 제목');
  await page.getByRole('button', { name: '저장', exact: true }).first().click();
  const versions = page.getByRole('region', { name: '버전' });
  await versions.getByText('바뀐 항목: 제목').waitFor();
  await versions.getByText('지금 내용').waitFor();
  await versions.getByRole('button', { name: /^버전 \d+ 비교$/ }).click();
  const [then, now] = [versions.getByText('처음 제목'), versions.getByText('고친 제목')];
  await then.waitFor();
  await now.waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await versions.getByRole('button', { name: /^버전 \d+\(으\)로 되돌리기$/ }).click();
  await page.getByText(/^버전 \d+의 내용으로 저장했습니다\.$/).waitFor();
  await expect.poll(() => title.inputValue()).toBe('처음 제목');
  expect(await stored()).toBe('처음 제목');
  await page.getByRole('status').getByRole('button', { name: '되돌리기', exact: true }).click();
  await expect.poll(() => title.inputValue()).toBe('고친 제목');
  expect(await stored()).toBe('고친 제목');

  const other = await shop.client().as(await shop.buildUser({ role: 'admin' }));
  const { version: _version, ...known } = (await other.get(`/api/admin/services/${id}`)).json();
  expect((await other.put(`/api/admin/services/${id}`, { ...known, title: '다른 제목' })).statusCode).toBe(200);
  await versions
    .getByRole('button', { name: /^버전 \d+\(으\)로 되돌리기$/ })
    .last()
    .click();
  await versions.getByText('다른 관리자가 먼저 저장했습니다').waitFor();
  expect(await stored()).toBe('다른 제목');
  await title.fill('내 제목');
  await page.getByRole('button', { name: '저장', exact: true }).first().click();
  await page.getByRole('region', { name: '먼저 저장된 내용' }).getByText('다른 제목', { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectNoTrouble(/status of 409/);
  await context.close();
});
