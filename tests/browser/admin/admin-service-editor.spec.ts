import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { PLAN } from '#tests/support/app/factories.ts';
import { expectAccessible, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const admin = await shop.buildUser({ role: 'admin', fullname: '관리자' });
const [desktop, phone] = [await visitAs({ browser, shop }, admin), await visitAs({ browser, shop }, admin, 'phone')];

it('reorders services by dragging and by keyboard, and reports a conflicting order', async () => {
  const ids: number[] = [];
  for (const title of ['끌기 가', '끌기 나', '끌기 다']) ids.push((await shop.buildService({ title })).id);
  const { page, expectNoTrouble } = desktop;
  await page.goto(`/admin/services?q=${encodeURIComponent('끌기')}`);
  await page.getByText('조건에 맞는 서비스 3개').waitFor();
  const table = page.getByRole('table');
  const titles = () => table.getByRole('link').allTextContents();
  const handle = (title: string) => table.getByRole('button', { name: new RegExp(`^${title} 순서`) });
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()));
  const [from, to] = [await handle('끌기 다').boundingBox(), await handle('끌기 가').boundingBox()];
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 5, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + to.height / 2 - 2, { steps: 6 });
  await expect.poll(titles).toEqual(['끌기 다', '끌기 가', '끌기 나']);
  expect(calls).toEqual([]);
  const answered = page.waitForResponse(/positions$/);
  await page.mouse.up();
  expect((await answered).status()).toBe(200);
  expect(calls).toHaveLength(1);
  await expect.poll(() => handle('끌기 다').getAttribute('aria-disabled')).toBe('false');
  expect(await titles()).toEqual(['끌기 다', '끌기 가', '끌기 나']);
  await handle('끌기 다').press('ArrowDown');
  await expect.poll(titles).toEqual(['끌기 가', '끌기 다', '끌기 나']);
  await expect.poll(() => handle('끌기 다').getAttribute('aria-disabled')).toBe('false');
  await expect.poll(() => handle('끌기 다').evaluate((element) => element === document.activeElement)).toBe(true);
  const other = await buildAdmin(shop);
  await other.client.put('/api/admin/services/positions', { ids });
  await handle('끌기 나').press('ArrowUp');
  await page.getByText('다른 관리자가 먼저 저장했습니다').waitFor();
  await expect.poll(titles).toEqual(['끌기 가', '끌기 나', '끌기 다']);
  expectNoTrouble(/status of 409/);
});

it('writes new terms for a service on a phone without leaving its form', async () => {
  const { page, expectNoTrouble } = phone;
  await page.goto('/admin/services/new');
  await page.getByLabel('제목', { exact: true }).fill('약관을 쓰는 본보기');
  await page.getByLabel('추가할 섹션').selectOption('이용약관');
  await page.getByRole('button', { name: '섹션 추가' }).click();
  const open = page.getByRole('button', { name: '새 약관 쓰기' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: '새 약관' });
  const save = dialog.getByRole('button', { name: '저장하고 선택' });
  await save.click();
  await dialog.getByText('약관 제목을 입력해주세요.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('제목').fill('창에서 쓴 약관');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: '계속 편집' }).click();
  await dialog.getByRole('textbox', { name: '내용' }).fill('창에서 쓴 조항');
  const filename = await dialog.getByLabel('파일 이름').inputValue();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('약관', { exact: true }).inputValue()).toBe(filename);
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await page.getByLabel('제목', { exact: true }).inputValue()).toBe('약관을 쓰는 본보기');
  // The service was not sent along with its terms.
  expect(await page.getByText('카테고리를 선택해주세요.').count()).toBe(0);
  await page.getByText('저장하지 않은 변경이 있습니다.').waitFor();
  expect((await shop.client().get(`/terms/${filename}`)).body).toBe('<p>창에서 쓴 조항</p>');
  // The name of the day is taken by now.
  await open.click();
  await expect.poll(() => dialog.getByLabel('파일 이름').inputValue()).toBe(filename.replace('.html', '-2.html'));
  expectNoTrouble();
});

it('copies a service, changes its prices for a period, shows it, and asks before unsaved changes are lost', async () => {
  const source = await shop.buildService({ title: '복제할 본보기', plans: [{ ...PLAN, price: 1_000_000 }] });
  const { page, expectNoTrouble } = desktop;
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.goto(`/admin/services?q=${encodeURIComponent('복제할')}`);
  await page.getByRole('table').getByRole('button', { name: '복제할 본보기 복제' }).click();
  await page.getByRole('heading', { level: 1, name: '복제할 본보기 (사본)' }).waitFor();
  const id = page.url().split('/').at(-1);
  expect((await shop.client().get(`/api/services/${id}`)).statusCode).toBe(404);
  const price = page.getByLabel('가격 (원)', { exact: true });
  await page.getByText('= 100만원').waitFor();
  expect(await price.inputValue()).toBe('1,000,000');
  await price.fill('1205000');
  await page.getByText('= 120만 5,000원').waitFor();
  await price.blur();
  await expect.poll(() => price.inputValue()).toBe('1,205,000');
  await page.getByText('저장하지 않은 변경이 있습니다.').waitFor();
  await page.reload();
  await expect.poll(() => price.inputValue()).toBe('1,000,000');
  expect(asked).toEqual(['beforeunload']);
  await price.fill('1205000');
  await page.getByRole('button', { name: '저장하지 않음' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '되돌리기' }).click();
  await expect.poll(() => price.inputValue()).toBe('1,000,000');
  await page.getByLabel('기간을 정해 다른 가격으로 판매합니다.').check();
  await page.getByLabel('시작 (한국 시각)').fill('2026-01-01T00:00');
  await page.getByLabel('끝 (한국 시각)').fill('2026-01-01T00:00');
  await page.keyboard.press('Control+s');
  await page.getByText('끝나는 때는 시작하는 때보다 늦어야 합니다.').first().waitFor();
  await page.getByText('기간 가격을 적용할 상품 옵션이 하나 이상 필요합니다.').first().waitFor();
  await page.getByLabel('끝 (한국 시각)').fill('2036-01-01T00:00');
  await page.getByLabel('기간 가격 (원)').fill('900,000');
  await page.getByLabel('상점에서 숨깁니다.').uncheck();
  await page.keyboard.press('Control+s');
  await page.getByText('저장했습니다.', { exact: true }).waitFor();
  const { scheduled_price } = await shop.db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  expect(scheduled_price).toMatchObject({
    starts_at: '2025-12-31T15:00:00.000Z',
    plans: [{ name: PLAN.name, price: 900_000 }],
  });
  await page.goto(`/services/${id}`);
  await page.getByRole('region', { name: '신청하기' }).getByText('90만원').waitFor();
  // A saved form is left without a question.
  expect(asked).toHaveLength(1);
  await page.goto('/admin/services');
  await page
    .getByRole('row', { name: /복제할 본보기 \(사본\)/ })
    .getByText('기간 가격 적용 중')
    .waitFor();
  expect(
    (await shop.db.selectFrom('services').selectAll().where('id', '=', source.id).executeTakeFirst())?.is_hidden,
  ).toBe(false);
  expectNoTrouble(/status of 400/);
});
