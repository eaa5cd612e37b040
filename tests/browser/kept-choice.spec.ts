import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PLAN = '항고 대리';
const PRICE = '1,500,000원';
/** A service of the sample catalogue without plans. */
const UNPRICED_ID = 28;

const PASSWORD = 'olive brass 19';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const planField = (page: Page) => page.getByLabel('상품 옵션');
const soldierField = (page: Page) => page.getByLabel('신청할 군인');
const applyButton = (page: Page) => page.locator('#apply').getByRole('button', { name: '신청하기' });
const payButton = (page: Page) => page.getByRole('button', { name: `${PRICE} 결제하기` });

async function tickAllTerms(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

/** The form on the screen, with the plan and the ticks that were chosen at first. */
async function expectKept(page: Page, { soldier }: { soldier?: string } = {}): Promise<void> {
  await page.locator('#apply').waitFor();
  await expect.poll(() => planField(page).inputValue()).toBe(PLAN);
  for (const box of await page.getByRole('checkbox').all()) await expect.poll(() => box.isChecked()).toBe(true);
  if (soldier !== undefined) {
    await expect.poll(() => soldierField(page).locator('option:checked').textContent()).toContain(soldier);
  }
  const address = () => {
    const { pathname, searchParams, hash } = new URL(page.url());
    return [pathname, searchParams.get('plan'), hash];
  };
  await expect.poll(address).toEqual(['/services/14', PLAN, '#apply']);
}

async function expectFormOnScreen(page: Page): Promise<void> {
  const top = () => page.evaluate(() => document.getElementById('apply')?.getBoundingClientRect().top ?? -1);
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const y = await top();
      return y >= 0 && y < height / 2;
    })
    .toBe(true);
}

async function signUp(page: Page, userId: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: '회원가입' }).click();
  await page.getByRole('button', { name: '중복 확인' }).waitFor();
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill('kept choice 19');
  await page.getByLabel('비밀번호 확인').fill('kept choice 19');
  await page.getByLabel('이름').fill('홍본보기');
  await page.getByLabel('전화번호').fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.waitForURL('**/services/14?**');
}

/** The sheet of a phone, which has one way out. */
async function registerInSheet(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '여기서 바로 등록' }).click();
  const sheet = page.getByRole('dialog', { name: '군인 등록' });
  await sheet.getByLabel('신청자와의 관계').selectOption('자녀');
  expect(await sheet.getByRole('button').allInnerTexts()).toEqual(['등록', '닫기']);
  await sheet.getByLabel('군인 이름').fill(name);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: '등록', exact: true }).click();
  await sheet.waitFor({ state: 'hidden' });
}

async function refusePayment(page: Page): Promise<void> {
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  await page.getByRole('button', { name: '결제 거절' }).click();
}

describe('the choice on a phone', () => {
  it('survives sign-up, soldier form, correction, a refused card and a reload', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/services/14');
    await planField(page).selectOption(PLAN);
    await tickAllTerms(page);
    await expectKept(page);
    await page.reload();
    await expectKept(page);

    await page.locator('#apply').getByRole('link', { name: '로그인' }).click();
    await page.getByRole('heading', { level: 1, name: '로그인' }).waitFor();
    await signUp(page, 'kept');
    await expectKept(page);
    await expectFormOnScreen(page);

    await page.getByRole('link', { name: '군인 등록하기' }).click();
    await page.getByRole('button', { name: '취소', exact: true }).click();
    await page.waitForURL('**/services/14?**');
    await expectKept(page);
    await registerInSheet(page, '김첫째');
    await page.waitForURL('**/services/14?**soldierId=*#apply');
    await expectKept(page, { soldier: '김첫째' });
    await page.getByRole('link', { name: '새 군인 등록' }).click();
    await page.getByLabel('신청자와의 관계').selectOption('자녀');
    await page.getByLabel('군인 이름').fill('김둘째');
    await page.getByRole('button', { name: '등록', exact: true }).click();
    await page.waitForURL('**/services/14?**');
    await expectKept(page, { soldier: '김둘째' });
    await expectFormOnScreen(page);
    await page.reload();
    await expectKept(page, { soldier: '김둘째' });

    await applyButton(page).click();
    await payButton(page).waitFor();
    await page.getByRole('link', { name: '신청 내용 고치기' }).click();
    await page.waitForURL('**/services/14?**');
    await expectKept(page, { soldier: '김둘째' });
    await applyButton(page).click();
    await payButton(page).waitFor();

    // Without a network nothing is paid, and the page stays although it cannot read the price again.
    await page.route('**/api/orders', (route) => route.abort());
    await page.route('**/api/services/14', (route) => route.fulfill({ status: 429, json: { error: '잠시 후' } }));
    const readAgain = page.waitForResponse('**/api/services/14');
    await payButton(page).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('네트워크 오류. 연결을 확인해주세요.').waitFor();
    await readAgain;
    await page.keyboard.press('Escape');
    await payButton(page).waitFor();
    await page.unrouteAll();
    await payButton(page).click();
    await refusePayment(page);
    await dialog.getByText('청구된 금액은 없습니다. 신청 내용은 그대로 있습니다.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('heading', { name: '결제되지 않았습니다' }).waitFor();
    await dialog.getByRole('button', { name: '서비스로 돌아가기' }).click();
    await page.waitForURL('**/services/14?**');
    await expectKept(page, { soldier: '김둘째' });
    await expectFormOnScreen(page);
    const orders = await shop.db.selectFrom('orders').select('status').distinct().execute();
    expect(orders).toEqual([{ status: 'cancelled' }]);

    // The result of the try says so, and opens the window at once too.
    const [tried] = await shop.db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(1).execute();
    await page.goto(`/purchase/result?orderId=${tried?.id}`);
    await page.getByRole('heading', { level: 1, name: '결제되지 않았습니다' }).waitFor();
    await page.getByRole('button', { name: '다시 결제하기' }).click();
    await refusePayment(page);
    await dialog.waitFor();

    visitor.expectNoTrouble(/ERR_FAILED/, /429/);
    await visitor.context.close();
  });
});

describe('a stored choice', () => {
  it('counts only with the newest terms, the own soldiers and known plans, and ends at the logout', async () => {
    const user = await shop.buildUser();
    const own = await shop.buildSoldier({ user, fullname: '김하나' });
    const others = await shop.buildSoldier({ fullname: '박남의' });
    const visitor = await visitAs({ browser, shop }, user);
    const { page } = visitor;

    const plan = encodeURIComponent('<img src=x onerror=alert(1)>');
    await page.goto(`/services/14?plan=${plan}&soldierId=${others.id}&utm_source=blog#apply`);
    // The only soldier of the user is preselected, and the first plan of the service.
    await expect.poll(() => soldierField(page).inputValue()).toBe(String(own.id));
    await expect.poll(() => planField(page).inputValue()).toBe('의견서 작성');
    expect(await page.getByText('박남의').count()).toBe(0);
    await page.getByRole('link', { name: '선택한 군인 정보 수정' }).click();
    await page.waitForURL('**/soldier/*/edit?**');
    expect(new URL(page.url()).searchParams.get('from')).not.toContain('onerror');
    await page.goBack();

    await page.evaluate(() => sessionStorage.setItem('choices', '{"14":{"ticks":7,"plan":{},"soldierId":"1"}}'));
    await page.goto(`/services/14?plan=${'x'.repeat(5000)}&soldierId=-1`);
    await expect.poll(() => soldierField(page).inputValue()).toBe(String(own.id));
    await expect.poll(() => planField(page).inputValue()).toBe('의견서 작성');
    await tickAllTerms(page);
    await planField(page).selectOption(PLAN);
    await expect.poll(() => applyButton(page).isEnabled()).toBe(true);
    const newest = await shop.db
      .selectFrom('terms_versions')
      .selectAll()
      .where('filename', '=', 'case-terms.html')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('terms_versions')
      .values({ ...newest, version: newest.version + 1, created_at: undefined, created_by: null })
      .execute();
    // The new version reaches the page when the server's catalogue has it.
    await expect
      .poll(async () => JSON.stringify(await (await fetch(`${shop.url}/api/services/14`)).json()))
      .toContain(`"version":${newest.version + 1}`);
    await page.reload();
    await expect.poll(() => planField(page).inputValue()).toBe(PLAN);
    await expect.poll(() => soldierField(page).inputValue()).toBe(String(own.id));
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);

    await tickAllTerms(page);
    await page.getByRole('button', { name: '로그아웃' }).click();
    await page.waitForURL('**/login');
    await page.goto('/services/14');
    await page.locator('#apply').getByRole('link', { name: '로그인' }).waitFor();
    expect(await planField(page).inputValue()).toBe('의견서 작성');
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(false);
    visitor.expectNoTrouble();
    await visitor.context.close();
  });

  it('of a visitor is said to be of an earlier visit, goes through a login, and not to the account that logs in after an ended session', async () => {
    const [first, second] = [
      await shop.buildUser({ password: PASSWORD }),
      await shop.buildUser({ password: PASSWORD }),
    ];
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    const ticked = () => page.getByRole('checkbox').first().isChecked();
    const logIn = async (user: typeof first) => {
      // A member is known on the device after the first login.
      const entry = page.locator('#apply').getByRole('link', { name: /^로그인/ });
      await entry.click();
      await page.getByLabel('아이디', { exact: true }).fill(user.user_id);
      await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '로그인', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/services/14');
      await planField(page).waitFor();
      await entry.waitFor({ state: 'detached' });
    };
    const note = page.locator('#apply').getByText('지난번에 고르신 옵션입니다.');
    await page.goto('/services/14');
    await planField(page).selectOption(PLAN);
    expect(await note.count()).toBe(0);
    await page.goto('/services/14');
    await note.waitFor();
    await expect.poll(() => planField(page).inputValue()).toBe(PLAN);
    await planField(page).selectOption({ index: 0 });
    await note.waitFor({ state: 'detached' });
    await tickAllTerms(page);
    await logIn(first);
    await expect.poll(ticked).toBe(true);

    await shop.db.deleteFrom('sessions').where('user_id', '=', first.id).execute();
    await page.reload();
    await page.getByRole('link', { name: '로그인하고 신청하기' }).waitFor();
    await logIn(second);
    expect(await ticked()).toBe(false);
    visitor.expectNoTrouble(/status of 401/);
    await visitor.context.close();
  });

  it('has a telephone number in place of a form where there is no price', async () => {
    const html = await (await fetch(`${shop.url}/services/${UNPRICED_ID}`)).text();
    for (const said of ['상담 후 비용 안내', '평일 09:00-18:00', 'href="tel:02-000-0000"', '전화하기']) {
      expect(html).toContain(said);
    }
    expect(html).not.toMatch(/<button[^>]*>[^<]*신청/);
  });
});
