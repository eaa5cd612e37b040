import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SESSION_HINT_COOKIE } from '#shared/platform/session-hint.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';
import { buildPaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const PASSWORD = 'kept entries 19';
const REASON = '개인 사정으로 환불을 원합니다.';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('entries'));

async function fillSignUp(page: Page, userId: string): Promise<void> {
  await field(page, '아이디').fill(userId);
  await field(page, '비밀번호').fill(PASSWORD);
  await field(page, '비밀번호 확인').fill(PASSWORD);
  await field(page, '이름').fill('홍본보기');
  await field(page, '전화번호').fill('01000001234');
  await page.getByLabel('이메일').fill('hong@example.test');
}

describe('the sign-up form', () => {
  it('is filled again after a reload and a way back, without the password, until it is sent', async () => {
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/register');
    await fillSignUp(page, 'entries-new');
    await expect.poll(() => stored(page)).toContain('hong@example.test');
    expect(await stored(page)).not.toContain(PASSWORD);
    for (const leave of [() => page.reload(), () => page.goto('/about').then(() => page.goBack())]) {
      await leave();
      await expect.poll(() => field(page, '이름').inputValue()).toBe('홍본보기');
      expect(await field(page, '아이디').inputValue()).toBe('entries-new');
      expect(await field(page, '전화번호').inputValue()).toBe('010-0000-1234');
      expect(await page.getByLabel('이메일').inputValue()).toBe('hong@example.test');
      expect(await field(page, '비밀번호').inputValue()).toBe('');
    }
    await field(page, '비밀번호').fill(PASSWORD);
    await field(page, '비밀번호 확인').fill(PASSWORD);
    await page.getByRole('button', { name: '중복 확인' }).click();
    await page.getByText('사용 가능한 아이디입니다.').waitFor();
    await page.getByLabel('이용약관에 동의합니다. (필수)').check();
    await page.getByRole('button', { name: '가입하기' }).click();
    await page.waitForURL((url) => url.pathname !== '/register');
    await expect.poll(() => stored(page)).toBeNull();
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('keeps a soldier through a way back, not for another account, and not after leaving on purpose', async () => {
  const user = await shop.buildUser({ fullname: '김부모', phone: '01000005678' });
  const visitor = await visitAs({ browser, shop }, user);
  const { page } = visitor;
  const status = () => field(page, '군 복무 상태').inputValue();
  await page.goto('/soldier/register');
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  await field(page, '군인 이름').fill('김하나');
  await field(page, '군 복무 상태').selectOption('입대 전');
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL(shop.url);
  await page.goBack();
  await expect.poll(() => field(page, '군인 이름').inputValue()).toBe('김하나');
  expect(await page.getByLabel('신청자와의 관계').inputValue()).toBe('자녀');
  expect(await status()).toBe('입대 전');

  // All that comes from the account is the account's of now.
  await page.getByLabel('신청자와의 관계').selectOption('본인');
  await shop.db.updateTable('users').set({ fullname: '김새이름' }).where('id', '=', user.id).execute();
  await page.reload();
  await expect.poll(() => field(page, '군인 이름').inputValue()).toBe('김새이름');
  expect(await status()).toBe('입대 전');

  const typed = (await stored(page)) ?? '';
  expect(typed).toContain('입대 전');
  await becomeUser(visitor, shop, await shop.buildUser());
  await page.goto('/soldier/register');
  // The change of the account has deleted them, and their name has the account too.
  await page.evaluate((text) => sessionStorage.setItem('entries', text), typed);
  await page.reload();
  await page.getByLabel('신청자와의 관계').waitFor();
  expect(await page.getByLabel('신청자와의 관계').inputValue()).toBe('');
  await page.getByLabel('신청자와의 관계').selectOption('자녀');
  await field(page, '군인 이름').fill('김하나');
  await expect.poll(() => stored(page)).toContain('김하나');

  await page.getByRole('button', { name: '취소', exact: true }).click();
  await page.waitForURL('**/profile');
  await expect.poll(() => stored(page)).not.toContain('김하나');
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('keeps the reason of a refund request through the end of the session, and not through a logout', async () => {
  const { user, row, pay, confirm } = await buildPaymentFixture(shop, 350_000);
  expect((await confirm(await pay())).statusCode).toBe(200);
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  const dialog = page.getByRole('dialog', { name: '환불 요청' });
  const open = async () => {
    await page.getByRole('button', { name: '환불 요청', exact: true }).click();
    await dialog.waitFor();
  };
  await page.goto(`/orders/${row.id}`);
  await open();
  await dialog.getByLabel('환불 사유').fill(REASON);
  await shop.db.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  await dialog.getByRole('button', { name: '환불 요청하기' }).click();
  await page.getByText('로그인이 만료되었습니다. 다시 로그인하시면 보시던 화면으로 돌아갑니다.').waitFor();
  expect(new URL(page.url()).searchParams.get('from')).toBe(`/orders/${row.id}`);
  await expectAccessible(page);
  const { cookies } = await shop.client().as(user);
  const session = [...cookies, [SESSION_HINT_COOKIE, '1'] as const];
  await visitor.context.addCookies(session.map(([name, value]) => ({ name, value, url: shop.url })));
  await page.goto(`/orders/${row.id}`);
  await open();
  await expect.poll(() => dialog.getByLabel('환불 사유').inputValue()).toBe(REASON);
  await dialog.getByRole('button', { name: '취소' }).click();
  await expect.poll(() => stored(page)).toBeNull();

  await open();
  expect(await dialog.getByLabel('환불 사유').inputValue()).toBe('');
  await dialog.getByLabel('환불 사유').fill(REASON);
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: '로그아웃' }).first().click();
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => stored(page)).toBeNull();
  await visitor.context.close();
});

it('a logout in one tab deletes what is typed in the others, and hides their forms', async () => {
  const visitor = await visitAs({ browser, shop }, await shop.buildUser());
  const { page, context } = visitor;
  const other = await context.newPage();
  await other.goto('/soldier/register');
  await other.getByLabel('신청자와의 관계').selectOption('자녀');
  await field(other, '군인 이름').fill('김하나');
  await expect.poll(() => stored(other)).toContain('김하나');
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: '로그아웃' }).first().click();
  await page.waitForURL(`${shop.url}/`);
  await other.getByText('군인 정보를 등록하시려면 로그인이 필요합니다.').waitFor();
  await expect.poll(() => stored(other)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('logout'))).toBeNull();
  // The session can end while the page of the account still loads its parts.
  visitor.expectNoTrouble(/status of 401/);
  await context.close();
});
