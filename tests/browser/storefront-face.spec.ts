import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { LAWYERS } from '#content/lawyers.ts';
import { MAP_NAMES } from '#content/way-there.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PASSWORD = 'olive brass 19';

const shop = await setUpTestApp({ env: { PAGES: 'built', SERVICE_DESK_HOURS: '08:30-17:00', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const isLoaded = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((images) => images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0));

it('shows what is known of a service, and its list, where packages are compared and the search is cleared', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/services/14');
  const facts = page.getByRole('list', { name: '서비스 요약' });
  expect((await facts.innerText()).split('\n').filter(Boolean)).toEqual([
    '30만원~',
    '결제 다음 영업일 17:00까지 연락',
    `담당 ${LAWYERS[0]?.name} ${LAWYERS[0]?.title}`,
  ]);
  expect(await page.getByText('30만원', { exact: true }).count()).toBe(1);
  expect(await page.locator('s').innerText()).toContain('50만원');
  await page.getByText('옵션 3가지, 300,000원부터 1,500,000원까지').waitFor();
  await page.getByLabel('상품 옵션').selectOption('징계위원회 출석');
  await page.getByText('100만원', { exact: true }).waitFor();
  const rows = page.getByRole('list', { name: '옵션 비교' }).getByRole('button');
  expect(await rows.count()).toBe(3);
  await expect.poll(() => rows.nth(1).getAttribute('aria-pressed')).toBe('true');
  await rows.nth(2).click();
  await expect.poll(() => page.getByLabel('상품 옵션').inputValue()).toBe('항고 대리');
  await rows.nth(1).click();
  // The original price is that of the first plan.
  await expect.poll(() => page.locator('s').count()).toBe(0);
  await page.locator('.purchase-bar').getByRole('button', { name: '신청하기', exact: true }).waitFor();
  await page.locator('.purchase-bar').getByText('징계위원회 출석').waitFor();
  await page.getByText('이 서비스는').getByRole('link', { name: '군 복무 안심 패키지 I', exact: true }).waitFor();
  await page.getByRole('region', { name: '함께 살펴볼 서비스' }).getByRole('link').first().waitFor();

  expect(await page.locator('.text-section ol > li').count()).toBe(5);
  const answer = page.getByText('상담하고 신청한 사실은 부대에 알리지 않습니다.');
  expect(await answer.isVisible()).toBe(false);
  await page.getByText('부대에 알려지나요?').click();
  await answer.waitFor();
  expect(await page.content()).toContain('"@type":"FAQPage"');
  await expectAccessible(page);
  await page.getByRole('button', { name: '뒤로' }).click();
  await page.waitForURL('**/services#ondemand');

  // The search comes first, and the packages are one press away.
  const heights = ['ondemand-heading', 'packages-heading'].map((id) => page.locator(`#${id}`).boundingBox());
  const [single, packages] = await Promise.all(heights);
  expect(single?.y).toBeLessThan(packages?.y ?? 0);
  await page.getByRole('link', { name: '입대 전이라면: 안심 패키지 100만원부터 보기' }).click();
  await page.getByText('패키지와 개별 신청 비교').first().click();
  const table = page.getByRole('table', { name: '패키지와 개별 신청 비교' });
  const row = table.getByRole('row', { name: /현역복무부적합심사/ });
  expect((await row.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([
    '30만원~',
    expect.stringContaining('포함되지 않음'),
    '포함',
  ]);
  const search = page.getByRole('searchbox');
  await search.fill('징계');
  await page.getByRole('button', { name: '검색창 비우기' }).click();
  await expect.poll(() => search.inputValue()).toBe('');
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  await expectAccessible(page);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('shows qualifications, portraits and the way there, and has a menu with categories, telephone and login', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/about');
  for (const { qualifications } of LAWYERS)
    for (const line of qualifications) await page.getByText(line).first().waitFor();
  await page.getByRole('img', { name: new RegExp(MAP_NAMES.station) }).waitFor();
  await page.getByText(`${MAP_NAMES.station} ${MAP_NAMES.exit}에서`).waitFor();
  for (const image of await page.locator('main img').all()) await image.scrollIntoViewIfNeeded();
  await expect.poll(() => isLoaded(page, 'main img')).toEqual([true, true, true]);
  await page.getByRole('button', { name: '메뉴 열기' }).click();
  const menu = page.getByRole('dialog', { name: '메뉴' });
  await menu.getByRole('link', { name: '로그인' }).waitFor();
  expect(await menu.getByRole('link', { name: FIRM.phone }).getAttribute('href')).toBe(`tel:${FIRM.phone}`);
  await expectAccessible(page);
  await menu.getByRole('link', { name: '민사 소송' }).click();
  await page.waitForURL('**/services#ondemand');
  await expect.poll(() => page.getByRole('tab', { name: /민사 소송/ }).getAttribute('aria-selected')).toBe('true');
  visitor.expectNoTrouble();
  await visitor.context.close();
});

/** Fills in the login form, and returns what it sends. */
async function sentLogin(page: Page, userId: string): Promise<unknown> {
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  const sent = page.waitForRequest('**/api/auth/login');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  return (await sent).postDataJSON();
}

it('keeps the login on a touch device, and the id on request', async () => {
  const user = await shop.buildUser({ password: PASSWORD });
  const visitor = await visit(browser, shop.url, 'phone');
  const { page, context } = visitor;
  await page.goto('/login');
  await expect.poll(() => page.getByLabel('로그인 상태 유지').isChecked()).toBe(true);
  expect(await page.getByLabel('아이디 저장').isChecked()).toBe(false);
  // One task: the firm's details open on demand.
  expect(await page.getByText(FIRM.businessNumber).isVisible()).toBe(false);
  await page.getByText('사업자 정보', { exact: true }).click();
  await page.getByText(FIRM.businessNumber).waitFor();
  await page.getByLabel('아이디 저장').check();
  expect(await sentLogin(page, user.user_id)).toMatchObject({ remember: true });
  await page.waitForURL('**/profile');
  // The requests of an open page would be refused without the cookies.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/login');
  await expect.poll(() => page.getByLabel('아이디', { exact: true }).inputValue()).toBe(user.user_id);
  visitor.expectNoTrouble();
  await context.close();
});

it('does not keep the login on a desktop unless asked', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/login');
  await expect.poll(() => page.getByLabel('로그인 상태 유지').isChecked()).toBe(false);
  expect(await sentLogin(page, 'unknown-id')).toMatchObject({ remember: false });
  await page.getByText('아이디 또는 비밀번호가').waitFor();
  visitor.expectNoTrouble(/status of 401/);
  await visitor.context.close();
});

it('agrees to two terms with one press, and leads from a service without a price to the call', async () => {
  const visitor = await visitAs({ browser, shop }, await shop.buildUser(), 'phone');
  const { page } = visitor;
  await page.goto('/services/16');
  const boxes = page.locator('#apply').getByRole('checkbox');
  await page.getByRole('button', { name: '약관에 모두 동의하기' }).click();
  await expect.poll(() => boxes.evaluateAll((all) => all.map((box) => box.matches(':checked')))).toEqual([true, true]);
  await page.getByRole('button', { name: '모두 동의했습니다' }).click();
  await expect.poll(() => page.locator('#apply :checked[type=checkbox]').count()).toBe(0);
  await page.goto('/purchase?serviceId=28');
  const problem = page.getByRole('alertdialog', { name: '구매 오류' });
  await problem.getByRole('button', { name: '확인', exact: true }).click();
  await problem.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: '구매 오류' }).waitFor();
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: `${FIRM.phone} 전화하기` }).waitFor();
  await expectAccessible(page);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
