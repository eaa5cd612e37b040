import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { startJobs } from '#server/jobs/scheduler.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { listMails, requireMail } from '#tests/support/app/mailbox.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

/** The browser's console message for an expected error response. */
const REFUSED = /status of 4\d\d/;
const PASSWORD = 'olive brass 19';
const NEW_PASSWORD = 'paper ink 84';
const REQUESTED = '입력하신 이메일로 가입된 계정이 있으면 비밀번호 재설정 링크를 보내드립니다.';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const jobs = await startJobs(shop.deps);
const browser = await setUpBrowser();
afterAll(async () => {
  await jobs?.stop();
});

/** The focused heading, which screen readers announce. */
const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.textContent');

/** Stops the page's clock, so that the test controls its timers. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Expects the page to stay for this many milliseconds, within a tenth of a second, and then to
 * redirect to the login.
 */
async function expectLoginAfter(page: Page, milliseconds: number): Promise<void> {
  const { pathname } = new URL(page.url());
  // The navigation has its own timers: short steps let all of them run.
  const step = async () => {
    await page.clock.runFor(1);
    return new URL(page.url()).pathname;
  };
  await page.clock.runFor(milliseconds - 100);
  for (let steps = 0; steps < 50; steps += 1) expect(await step()).toBe(pathname);
  await page.clock.runFor(50);
  await expect.poll(step, { interval: 100 }).toBe('/login');
  await page.clock.resume();
}

async function logInByForm(page: Page, userId: string, password: string): Promise<void> {
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '로그인' }).click();
}

describe('password recovery', () => {
  it('sets a new password by the link of a mail, then logs in', async () => {
    const email = 'forgetful@example.com';
    const user = await shop.buildUser({ email, password: PASSWORD });
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/login');
    await page.getByRole('link', { name: '아이디·비밀번호 찾기' }).click();
    await page.getByRole('link', { name: '비밀번호 재설정' }).click();
    await page.getByLabel('이메일').fill(email);
    await page.getByRole('button', { name: '재설정 링크 받기' }).click();
    await page.getByText(REQUESTED).waitFor();
    await expect.poll(() => focused(page)).toBe('메일을 확인해주세요');
    await expectAccessible(page);

    await expect.poll(async () => (await listMails(shop, email)).length).toBe(1);
    const { text } = await requireMail(shop, email, 'password_reset');
    await page.goto(/\/reset-password#token=\S+/.exec(text)?.[0] ?? '/no-link');
    await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('새 비밀번호 확인').fill(`${NEW_PASSWORD}!`);
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await page.getByText('비밀번호가 일치하지 않습니다.').waitFor();
    await expectGoodOnBothScreens(page);
    // The repetition becomes valid once the password itself matches it.
    await page.getByLabel('새 비밀번호', { exact: true }).fill(`${NEW_PASSWORD}!`);
    await page.getByText('비밀번호가 일치하지 않습니다.').waitFor({ state: 'hidden' });
    await page.getByLabel('새 비밀번호 확인').fill('password123');
    await page.getByLabel('새 비밀번호', { exact: true }).fill('password123');
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await page.getByText('너무 흔히 쓰이는 비밀번호입니다.').waitFor();
    await page.getByRole('button', { name: '새 비밀번호 보기' }).click();
    expect(await page.getByLabel('새 비밀번호', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
    await stopClock(page);
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await page.getByText('잠시 후 로그인 화면으로 이동합니다').waitFor();
    await expect.poll(() => focused(page)).toBe('비밀번호 변경 완료');
    await expectLoginAfter(page, 1500);
    await logInByForm(page, user.user_id, NEW_PASSWORD);
    await page.waitForURL('**/profile');
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });
});

it('says that a link is incomplete, and a token invalid, the same of an unknown address, and other errors in their own words', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.goto('/reset-password');
  await page.getByText('링크에 필요한 정보가 없습니다').waitFor();
  await expectAccessible(page);
  expect(await page.getByRole('button', { name: '비밀번호 변경' }).count()).toBe(0);
  // The browser knows the id of another account, and the link is not for that one.
  await page.evaluate("localStorage.setItem('saved_user_id', 'another-account')");
  await page.goto('/reset-password?token=made-up');
  expect(await page.locator('input[autocomplete=username]').count()).toBe(0);
  await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await page.getByText('비밀번호 재설정 링크가 올바르지 않거나 만료되었습니다').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: '재설정 링크 다시 받기' }).click();
  await page.waitForURL('**/forgot-password');

  const call = '**/api/auth/password-reset/request';
  const send = () => page.getByRole('button', { name: '재설정 링크 받기' }).click();
  await page.getByLabel('이메일').fill('not an address');
  await send();
  await page.getByText('올바른 이메일 형식이 아닙니다.').waitFor();
  await page.getByLabel('이메일').fill('unknown@example.com');
  await send();
  await page.getByText(REQUESTED).waitFor();
  const said = await page.getByRole('main').innerText();
  await page.getByRole('button', { name: '다시 보내기' }).click();
  await expect.poll(() => page.getByLabel('이메일').inputValue()).toBe('unknown@example.com');

  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }));
  await send();
  await page.getByText('요청을 처리하지 못했습니다. 잠시 후 다시 시도해주세요.').waitFor();
  await page.unroute(call);
  for (let sent = 1; sent < 5; sent += 1) {
    await send();
    await page.getByText(REQUESTED).waitFor();
    await page.getByRole('button', { name: '다시 보내기' }).click();
  }
  await send();
  await page.getByText('요청이 너무 많습니다. 잠시 후 다시 시도해주세요.').waitFor();
  await page.route(call, (route) => route.fulfill({ status: 404, json: {} }));
  await send();
  await page.getByText(REQUESTED).waitFor();
  expect(await page.getByRole('main').innerText()).toBe(said);
  visitor.expectNoTrouble(REFUSED, /status of 500/);
  await visitor.context.close();
});

it('mails the login ids of an address, and says when it has none', async () => {
  const email = 'which.id@example.com';
  const user = await shop.buildUser({ email });
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/find-id');
  await page.getByRole('button', { name: '아이디 받기' }).click();
  await page.getByText('이메일을 입력해주세요.').waitFor();
  await page.getByLabel('이메일').fill('unknown@example.com');
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

it('the sign-up redirects to the login when the automatic login fails', async () => {
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/register');
  await page.getByText('아이디, 비밀번호, 이름, 전화번호를 모두 입력해주세요.').waitFor();
  await page.getByLabel('아이디', { exact: true }).fill('without.login');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByLabel('비밀번호 확인').fill(PASSWORD);
  await page.getByLabel('이름').fill('홍본보기');
  await page.getByLabel('전화번호').fill('01012345678');
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('이용약관에 동의합니다').check();
  await stopClock(page);
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.getByText('자동으로 로그인하지 못했습니다').waitFor();
  await expectLoginAfter(page, 2000);
  visitor.expectNoTrouble(/status of 503/);
  await visitor.context.close();
});
