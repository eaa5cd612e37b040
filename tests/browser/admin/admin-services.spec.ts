import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { pasteHtml } from '../paste-html.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const visitor = await visitAs({ browser, shop }, await shop.buildUser({ role: 'admin', fullname: '관리자' }));
const { page } = visitor;

async function addSection(label: string, texts: Record<string, string> = {}): Promise<Locator> {
  await page.getByLabel('추가할 섹션').selectOption(label);
  await page.getByRole('button', { name: '섹션 추가' }).click();
  const section = page.getByRole('group', { name: `(${label})` }).last();
  for (const [field, text] of Object.entries(texts)) await section.getByLabel(field, { exact: true }).fill(text);
  return section;
}

it('creates a service with every kind of section, visible in the shop at once', async () => {
  await page.goto('/admin/services');
  await page.getByRole('link', { name: '새 서비스' }).click();
  await page.getByLabel('제목', { exact: true }).fill('새로 만든 상담');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('카테고리를 선택해주세요.').waitFor();
  await page.getByLabel('카테고리').selectOption('복무 중');
  await page.getByRole('button', { name: '옵션 추가' }).click();
  await page.getByLabel('옵션 이름').fill('기본');
  await page.getByLabel('가격 (원)', { exact: true }).fill('150,000');
  await page.getByLabel('옵션 설명').fill('본보기 설명');
  await addSection('소제목', { 내용: '본보기 소제목' });
  await addSection('제목', { 내용: '본보기 제목' });
  const text = await addSection('본문');
  await pasteHtml(
    text.getByRole('textbox', { name: '내용' }),
    '<p>본보기 글</p><img src="x" alt=""><a href="javascript:alert(1)">본보기 링크</a>',
  );
  await addSection('목록', { 항목: '하나\n둘' });
  const image = await addSection('이미지');
  await image.getByText('다른 곳의 이미지를 주소로 넣기').click();
  await image.getByLabel('이미지 주소').fill('/images/case-process.svg');
  await image.getByLabel('대체 텍스트').fill('본보기 그림');
  const terms = await addSection('이용약관');
  await terms.getByLabel('약관', { exact: true }).selectOption('case-terms.html');
  const children = await addSection('하위 서비스');
  await children.getByLabel('하위 서비스 추가').selectOption({ label: '징계·항고' });
  await children.getByLabel('하위 서비스 추가').selectOption('16');
  await addSection('제목', { 내용: '지울 제목' });
  await page.getByRole('button', { name: '8번 섹션 삭제' }).click();
  await page.getByRole('button', { name: '2번 섹션 위로' }).click();
  const preview = page.getByRole('region', { name: '미리보기' });
  await preview.getByRole('img', { name: '본보기 그림' }).waitFor();
  await expect.poll(() => preview.getByRole('heading', { level: 2, name: '본보기 제목' }).count()).toBe(1);
  expect(await preview.getByRole('img', { includeHidden: true }).count()).toBe(1);
  expect(await preview.locator('[href^="javascript"]').count()).toBe(0);
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.waitForURL(/\/admin\/services\/\d+$/);
  const id = page.url().split('/').at(-1);
  await page.goto(`/services/${id}`);
  await page.getByRole('heading', { level: 1, name: '새로 만든 상담' }).waitFor();
  const names = await page.getByRole('heading', { name: /^본보기/ }).allTextContents();
  expect(names).toEqual(['본보기 제목', '본보기 소제목']);
  await page.getByText('본보기 글').waitFor();
  await page.getByText('둘', { exact: true }).waitFor();
  await page.getByRole('img', { name: '본보기 그림' }).waitFor();
  await page.getByRole('table').getByRole('link').first().waitFor();
  visitor.expectNoTrouble();
});

it('asks before leaving unsaved text and before deleting a service, and says that one was deleted meanwhile', async () => {
  const service = await shop.buildService({ title: '지울 본보기' });
  const gone = await shop.buildService({ title: '먼저 지울 본보기' });
  await page.goto(`/admin/services?q=${encodeURIComponent('지울 본보기')}`);
  await page.getByText('조건에 맞는 서비스 2개').waitFor();
  await page.getByRole('table').getByRole('link', { name: '지울 본보기', exact: true }).click();
  await page.getByLabel('한 줄 소개').fill('저장하지 않을 말');
  await page.getByRole('link', { name: '서비스 목록' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '계속 편집' }).click();
  expect(await page.getByLabel('한 줄 소개').inputValue()).toBe('저장하지 않을 말');
  await page.getByRole('link', { name: '서비스 목록' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '떠나기' }).click();
  const table = page.getByRole('table');
  await table.getByRole('button', { name: '먼저 지울 본보기 삭제' }).waitFor();
  await (await buildAdmin(shop)).client.delete(`/api/admin/services/${gone.id}`);
  await table.getByRole('button', { name: '먼저 지울 본보기 삭제' }).click();
  await page.getByRole('alertdialog').getByText('이미 접수된 주문은 그대로 남습니다.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alert').waitFor();
  await table.getByRole('link', { name: '먼저 지울 본보기' }).waitFor({ state: 'detached' });
  await table.getByRole('button', { name: '지울 본보기 삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await table.getByRole('link', { name: '지울 본보기' }).waitFor({ state: 'detached' });
  const stored = await shop.db.selectFrom('services').selectAll().where('id', '=', service.id).executeTakeFirst();
  expect(stored?.deleted_at).toBeInstanceOf(Date);
  visitor.expectNoTrouble(/status of 404/);
});

it('moves a service within a filtered list, and shows a server error at its field', async () => {
  for (const title of ['순서 가', '순서 나']) await shop.buildService({ title });
  await page.goto('/admin/services');
  await page.getByLabel('제목 검색').fill('순서');
  await page.getByLabel('카테고리').selectOption('복무 중');
  await page.getByRole('main').getByRole('button', { name: '검색' }).click();
  await page.getByText('조건에 맞는 서비스 2개').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ category: 'during', q: '순서' });
  await page.getByRole('table').getByRole('button', { name: '순서 나 위로' }).click();
  const titles = page.getByRole('table').getByRole('link');
  await expect.poll(() => titles.allTextContents()).toEqual(['순서 나', '순서 가']);
  await titles.first().click();
  const content = (await addSection('본문')).getByRole('textbox', { name: '내용' });
  // A text of spaces is not empty for the form, and blank for the server.
  await content.fill('\u00a0');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect.poll(() => content.getAttribute('aria-invalid')).toBe('true');
  visitor.expectNoTrouble(/status of 400/);
});
