import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { SESSION_HINT_COOKIE } from '#shared/rules/session-hint.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { expectAccessible, launchBrowser, type Visitor, visit } from '#tests/support/browser.ts';
import { listMails, requireMail } from '#tests/support/mailbox.ts';

/** The browser's own line about an answer that the page expects. */
const REFUSED = /status of 4\d\d/;
const PASSWORD = 'olive brass 19';
const NEW_PASSWORD = 'paper ink 84';

let shop: TestApp;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let browser: Browser;

beforeAll(async () => {
  shop = await startTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
  jobs = await startJobs(shop.deps, shop.deps.database.pool);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await jobs?.stop();
  await shop?.close();
});

/** A visitor whose browser has the session of the user. */
async function visitAs(user: { id: number }, screen: 'desktop' | 'phone' = 'desktop'): Promise<Visitor> {
  const visitor = await visit(browser, shop.url, screen);
  const { cookies } = await shop.client().as(user);
  const kept = [...cookies, [SESSION_HINT_COOKIE, '1'] as const].map(([name, value]) => ({
    name,
    value,
    url: shop.url,
  }));
  await visitor.context.addCookies(kept);
  return visitor;
}

async function logInByForm(page: Page, userId: string, password: string): Promise<void> {
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
}

describe.each(['desktop', 'phone'] as const)('a forgotten password on a %s', (screen) => {
  it('is set anew by the link of a mail, and the login follows', async () => {
    const email = `${screen}@example.com`;
    const user = await shop.buildUser({ email, password: PASSWORD });
    const visitor = await visit(browser, shop.url, screen);
    const { page } = visitor;
    await page.goto('/login');
    await page.getByRole('link', { name: '아이디·비밀번호 찾기' }).click();
    await page.getByRole('link', { name: '비밀번호 재설정' }).click();
    await page.getByLabel('이메일').fill(email);
    await page.getByRole('button', { name: '재설정 링크 받기' }).click();
    await page.getByText('재설정 링크를 보내드립니다').last().waitFor();
    await expectAccessible(page);

    await expect.poll(async () => (await listMails(shop, email)).length, { timeout: 10_000 }).toBe(1);
    const { text } = await requireMail(shop, email, 'password_reset');
    await page.goto(/\/reset-password\?token=\S+/.exec(text)?.[0] ?? '/no-link');
    await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('새 비밀번호 확인').fill(`${NEW_PASSWORD}!`);
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await page.getByText('비밀번호가 일치하지 않습니다.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await page.getByText('잠시 후 로그인 화면으로 이동합니다').waitFor();
    await page.waitForURL('**/login');
    await logInByForm(page, user.user_id, NEW_PASSWORD);
    await page.waitForURL('**/profile');
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('says the same for an address that nobody has', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/forgot-password');
  await page.getByLabel('이메일').fill('nobody@example.com');
  await page.getByRole('button', { name: '재설정 링크 받기' }).click();
  await page.getByText('가입된 계정이 있으면').waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('says that a link is incomplete, and that a token is not valid', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/reset-password');
  await page.getByText('링크에 필요한 정보가 없습니다').waitFor();
  expect(await page.getByRole('button', { name: '비밀번호 변경' }).count()).toBe(0);
  await page.goto('/reset-password?token=made-up');
  await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await page.getByText('비밀번호 재설정 링크가 올바르지 않거나 만료되었습니다').waitFor();
  await page.getByRole('link', { name: '재설정 링크 다시 받기' }).click();
  await page.waitForURL('**/forgot-password');
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});

it('sends the ids of an address by mail, and says when nobody has it', async () => {
  const email = 'which.id@example.com';
  const user = await shop.buildUser({ email });
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/find-id');
  await page.getByRole('button', { name: '아이디 받기' }).click();
  await page.getByText('이메일을 입력해주세요.').waitFor();
  await page.getByLabel('이메일').fill('nobody@example.com');
  await page.getByRole('button', { name: '아이디 받기' }).click();
  await page.getByText('해당 이메일로 가입된 계정을 찾을 수 없습니다.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('이메일').fill(email);
  await page.getByRole('button', { name: '아이디 받기' }).click();
  await page.getByText('가입된 아이디를 이메일로 보내드렸습니다.').waitFor();
  expect((await requireMail(shop, email, 'user_id_notice')).text).toContain(user.user_id);
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});

describe('the profile', () => {
  it.each(['desktop', 'phone'] as const)(
    'is changed on a %s, and what is wrong is said at its field',
    async (screen) => {
      const user = await shop.buildUser({ email: 'old@example.com' });
      const visitor = await visitAs(user, screen);
      const { page } = visitor;
      await page.goto('/profile');
      await page.getByRole('link', { name: '정보 수정' }).click();
      await page.getByLabel('이메일').fill('not an address');
      await page.getByLabel('이름').fill('이본보기');
      await page.getByText('유효한 이메일 형식이 아닙니다.').waitFor();
      expect(await page.getByRole('button', { name: '저장' }).isDisabled()).toBe(true);
      await expectAccessible(page);
      await page.getByLabel('이메일').fill('new@example.com');
      await page.getByLabel('군 복무 상태').selectOption('전역 후');
      await page.getByRole('button', { name: '저장' }).click();
      await page.getByText('회원 정보를 수정했습니다.').waitFor();
      const changed = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
      expect(changed).toMatchObject({ fullname: '이본보기', email: 'new@example.com', military_status: '전역 후' });
      await page.getByRole('link', { name: '마이페이지로' }).click();
      await page.getByText('new@example.com').waitFor();
      visitor.expectNoTrouble();
      await visitor.context.close();
    },
  );

  it('takes a new password only with the present one', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const visitor = await visitAs(user);
    const { page } = visitor;
    await page.goto('/profile/edit');
    const save = page.getByRole('button', { name: '저장' });
    await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
    await save.click();
    await page.getByText('현재 비밀번호를 입력해주세요.').waitFor();
    await page.getByLabel('현재 비밀번호').fill('something else');
    await save.click();
    await page.getByText('현재 비밀번호가 올바르지 않습니다.').waitFor();
    await page.getByLabel('현재 비밀번호').fill(PASSWORD);
    await page.getByLabel('새 비밀번호', { exact: true }).fill('password123');
    await page.getByLabel('새 비밀번호 확인').fill('password123');
    await save.click();
    await page.getByText('너무 흔히 쓰이는').first().waitFor();
    await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
    await save.click();
    await page.getByText('회원 정보를 수정했습니다.').waitFor();
    expect(await page.getByLabel('현재 비밀번호').inputValue()).toBe('');
    const login = await shop.client().post('/api/auth/login', { userId: user.user_id, password: NEW_PASSWORD });
    expect(login.statusCode).toBe(200);
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });

  it('sends visitors to the login, which leads back', async () => {
    const visitor = await visit(browser, shop.url, 'desktop');
    await visitor.page.goto('/profile/edit');
    await visitor.page.waitForURL('**/login?from=*');
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

describe.each(['desktop', 'phone'] as const)('closing the account on a %s', (screen) => {
  it('says what goes and what stays, wants the password, and ends at home', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const visitor = await visitAs(user, screen);
    const { page } = visitor;
    await page.goto('/profile/edit');
    await page.getByRole('button', { name: '회원 탈퇴' }).click();
    const dialog = page.getByRole('dialog', { name: '회원 탈퇴' });
    await dialog.getByText('따로 보관하는 정보는 없습니다').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('비밀번호').fill('something else');
    await dialog.getByRole('button', { name: '탈퇴하기' }).click();
    await dialog.getByText('비밀번호가 올바르지 않습니다').waitFor();
    await dialog.getByLabel('비밀번호').fill(PASSWORD);
    await dialog.getByRole('button', { name: '탈퇴하기' }).click();
    await page.getByText('탈퇴가 완료되었습니다').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    const closed = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(closed).toMatchObject({ fullname: '', email: '', phone: '' });
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });
});

describe('the sign-up', () => {
  async function fillIn(page: Page, userId: string): Promise<void> {
    await page.goto('/register');
    await page.getByText('아이디, 비밀번호, 이름, 전화번호를 모두 입력해주세요.').waitFor();
    await page.getByLabel('아이디', { exact: true }).fill(userId);
    await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await page.getByLabel('비밀번호 확인').fill(PASSWORD);
    await page.getByLabel('이름').fill('홍본보기');
    await page.getByLabel('전화번호').fill('01012345678');
  }

  it('says what is missing, forgets the duplicate check when the id is edited, and logs in by itself', async () => {
    const taken = await shop.buildUser();
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    const submit = page.getByRole('button', { name: '가입하기' });
    await fillIn(page, taken.user_id);
    await page.getByText('아이디 중복 확인을 해주세요.').waitFor();
    await page.getByRole('button', { name: '중복 확인' }).click();
    await page.getByText('이미 사용 중인 아이디입니다.').waitFor();
    await page.getByLabel('아이디', { exact: true }).fill('fresh.person');
    await page.getByRole('button', { name: '중복 확인' }).click();
    await page.getByText('사용 가능한 아이디입니다.').waitFor();
    await page.getByText('약관에 동의해야 가입이 가능합니다.').waitFor();
    await page.getByLabel('아이디', { exact: true }).fill('fresh.person2');
    await page.getByText('아이디 중복 확인을 해주세요.').waitFor();
    await page.getByRole('button', { name: '중복 확인' }).click();
    await page.getByText('사용 가능한 아이디입니다.').waitFor();
    expect(await page.getByLabel('광고성 정보 수신에 동의합니다').isChecked()).toBe(false);
    await page.getByLabel('이용약관에 동의합니다').check();
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await expectAccessible(page);
    await submit.click();
    await page.waitForURL('**/profile');
    await page.getByText('홍본보기 님').waitFor();
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });

  it('leads to the login after a while when the automatic login fails', async () => {
    const visitor = await visit(browser, shop.url, 'desktop');
    const { page } = visitor;
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, json: {} }));
    await fillIn(page, 'without.login');
    await page.getByRole('button', { name: '중복 확인' }).click();
    await page.getByText('사용 가능한 아이디입니다.').waitFor();
    await page.getByLabel('이용약관에 동의합니다').check();
    await page.getByRole('button', { name: '가입하기' }).click();
    await page.getByText('자동으로 로그인하지 못했습니다').waitFor();
    await page.waitForURL('**/login');
    visitor.expectNoTrouble(/status of 503/);
    await visitor.context.close();
  });
});
