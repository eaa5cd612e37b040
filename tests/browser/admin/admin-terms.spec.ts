import { expect, it } from 'vitest';
import type { AdminTerms } from '#shared/features/terms/admin-schemas.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import { pasteHtml } from '../paste-html.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const colleague = await shop.client().as(await shop.buildUser({ role: 'admin', fullname: '동료' }));
const admin = await shop.buildUser({ role: 'admin' });
const visitor = await visitAs({ browser, shop }, admin);
const { page } = visitor;

/** A terms text, and a service that asks for it. */
async function buildFixture(filename: string) {
  const text = { filename, title: '본보기 약관', html: '<p>처음 조항</p>' };
  expect((await colleague.post('/api/admin/terms', text)).statusCode).toBe(201);
  const description = { sections: [{ type: 'tos' as const, filename, content: '본보기 약관에 동의합니다.' }] };
  return shop.buildService({ title: '본보기 상담', description, requires_soldier: false });
}

async function saveAsColleague(filename: string, html: string): Promise<void> {
  const { version } = (await colleague.get(`/api/admin/terms/${filename}`)).json<AdminTerms>();
  const response = await colleague.put(`/api/admin/terms/${filename}`, { html, base_version: version });
  expect(response.statusCode).toBe(200);
}

/** The page of the service once it knows the user: before that a click may have no effect. */
async function openService(id: number): Promise<void> {
  await page.goto(`/services/${id}`);
  await page.getByText('모든 이용약관에 동의해야 합니다.').waitFor();
}

it('edits a text: the shop shows it at once, and the old version stays', async () => {
  const { id } = await buildFixture('edited.html');
  // Before the change, so that the server has the page cached.
  await openService(id);
  await page.getByRole('button', { name: /^약관 보기/ }).click();
  await page.getByRole('dialog').getByText('처음 조항').waitFor();
  await page.goto('/admin/terms');
  await page
    .getByRole('row', { name: /edited\.html/ })
    .getByRole('link')
    .click();
  const save = page.getByRole('button', { name: '새 버전으로 저장' });
  expect(await save.isDisabled()).toBe(true);
  const html = '<p>고친 조항</p><script>alert(1)</script><img src="x" alt=""><a href="javascript:alert(1)">링크</a>';
  await page.getByRole('textbox', { name: '내용' }).fill('');
  await pasteHtml(page.getByRole('textbox', { name: '내용' }), html);
  await page.getByLabel('변경 사유').fill('조항 고침');
  await page.getByRole('button', { name: '미리보기', exact: true }).click();
  const preview = page.getByRole('region', { name: '미리보기' });
  await preview.getByText('고친 조항').waitFor();
  expect(await preview.locator('script, img, [href^="javascript"]').count()).toBe(0);
  await save.click();
  await page.getByText('저장했습니다(버전 2).').waitFor();
  await page.getByRole('cell', { name: '조항 고침' }).waitFor();
  await page.getByRole('button', { name: '버전 1 보기' }).click();
  await page.getByRole('dialog').getByText('처음 조항').waitFor();
  await openService(id);
  await page.getByRole('button', { name: /^약관 보기/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('고친 조항').waitFor();
  expect(await dialog.locator('script, img, [href^="javascript"]').count()).toBe(0);
  visitor.expectNoTrouble();
});

it('adds a text, and says at the field that the name is taken', async () => {
  await page.goto('/admin/terms');
  await page.getByRole('link', { name: '새 약관' }).click();
  const filename = page.getByLabel('파일 이름');
  await expect.poll(() => filename.inputValue()).toMatch(/^terms-\d{4}-\d\d-\d\d\.html$/);
  await filename.fill('case-terms.html');
  await page.getByLabel('제목').fill('추가한 약관');
  await page.getByRole('textbox', { name: '내용' }).fill('추가한 조항');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('이미 있는 파일 이름입니다.').waitFor();
  await filename.fill('added.html');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.waitForURL('**/admin/terms/added.html');
  await page.getByRole('rowheader', { name: '버전 1 (현재)' }).waitFor();
  expect((await shop.client().get('/terms/added.html')).body).toBe('<p>추가한 조항</p>');
  visitor.expectNoTrouble(/status of 409/);
});

it('shows both texts when another admin has saved first, and asks before leaving unsaved text', async () => {
  await buildFixture('contested.html');
  await page.goto('/admin/terms/contested.html');
  const text = page.getByRole('textbox', { name: '내용' });
  await text.fill('내 조항');
  await saveAsColleague('contested.html', '<p>동료의 조항</p>');
  await page.getByRole('button', { name: '새 버전으로 저장' }).click();
  const stored = page.getByRole('region', { name: '저장된 내용 (버전 2, 본보기 약관)' });
  await stored.getByText('동료의 조항').waitFor();
  expect(await text.textContent()).toBe('내 조항');
  await page.getByRole('link', { name: '약관 목록' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '계속 편집' }).click();
  expect(await text.textContent()).toBe('내 조항');
  // Saved again meanwhile: an unseen version is not replaced either.
  await saveAsColleague('contested.html', '<p>동료의 다른 조항</p>');
  await page.getByRole('button', { name: '내 내용을 다음 버전으로 저장' }).click();
  await page.getByRole('region', { name: '저장된 내용 (버전 3, 본보기 약관)' }).waitFor();
  await page.getByRole('button', { name: '내 내용을 다음 버전으로 저장' }).click();
  await page.getByText('저장했습니다(버전 4).').waitFor();
  expect((await shop.client().get('/terms/contested.html')).body).toBe('<p>내 조항</p>');
  await text.fill('내 조항, 자판으로');
  await page.keyboard.press('Control+s');
  await page.getByText('저장했습니다(버전 5).').waitFor();
  await text.fill('버릴 조항');
  await saveAsColleague('contested.html', '<p>마지막 조항</p>');
  await page.getByRole('button', { name: '새 버전으로 저장' }).click();
  await page.getByRole('button', { name: '저장된 내용 불러오기' }).click();
  await expect.poll(() => text.textContent()).toBe('마지막 조항');
  await page.getByRole('link', { name: '약관 목록' }).click();
  await page.getByRole('heading', { level: 1, name: '약관 관리' }).waitFor();
  visitor.expectNoTrouble(/status of 409/);
});

it('asks the buyer to agree again to a text that changed before the payment, and stores the version on the order', async () => {
  const service = await buildFixture('bought.html');
  const buyer = await shop.buildUser();
  await becomeUser(visitor, shop, buyer);
  const consent = page.getByRole('checkbox', { name: /^본보기 약관에 동의합니다/ });
  await openService(service.id);
  await consent.check();
  await page.locator('#apply').getByRole('button', { name: '신청하기', exact: true }).click();
  const pay = page.getByRole('button', { name: /결제하기$/ });
  await pay.waitFor();
  await saveAsColleague('bought.html', '<p>바뀐 조항</p>');
  await pay.click();
  await page.getByText('이용약관이 변경되었습니다.').waitFor();
  await page.getByRole('button', { name: '서비스로 돌아가기' }).click();
  await page.waitForURL(new RegExp(`/services/${service.id}(\\?|#|$)`));
  await page.getByRole('button', { name: /^약관 보기/ }).click();
  await page.getByRole('dialog').getByText('바뀐 조항').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).first().click();
  expect(await consent.isChecked()).toBe(false);
  await consent.check();
  await page.locator('#apply').getByRole('button', { name: '신청하기', exact: true }).click();
  await pay.click();
  const ordered = () =>
    shop.db.selectFrom('orders').select(['id', 'agreed_terms']).where('user_id', '=', buyer.id).execute();
  await expect
    .poll(ordered)
    .toMatchObject([{ agreed_terms: [{ filename: 'bought.html', title: '본보기 약관', version: 2 }] }]);
  await saveAsColleague('bought.html', '<p>나중 조항</p>');
  await becomeUser(visitor, shop, admin);
  const [order] = await ordered();
  await page.goto(`/admin/orders/${order?.id}`);
  const link = page.getByRole('link', { name: '본보기 약관 (버전 2)' });
  const popup = visitor.context.waitForEvent('page');
  await link.click();
  await (await popup).getByText('바뀐 조항').waitFor();
  visitor.expectNoTrouble(/status of 409/);
});
