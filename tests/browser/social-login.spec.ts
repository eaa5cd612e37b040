import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  setUpBrowser,
  type Visitor,
  visit,
} from '#tests/support/browser/browser.ts';
import { startSocialProviders } from '#tests/support/browser/social-login.ts';

const INVALID_TOKEN = '유효하지 않은 소셜 로그인 세션입니다. 다시 시도해주세요.';
const LOGIN_FAILED = '소셜 로그인에 실패했습니다. 다시 시도해주세요.';
/** The browser's console message for an expected error response. */
const BAD_REQUEST = /status of 400/;

const providers = await startSocialProviders();
const shop = await setUpTestApp({ env: { ...providers.env, PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
afterAll(async () => {
  await providers?.close();
});

function newPerson(): void {
  const sub = randomUUID();
  providers.kakao.person = { sub, nickname: '홍본보기', email: 'hong@example.com' };
  providers.google.person = { sub, name: '홍본보기', email: 'hong@example.com', email_verified: true };
  providers.naver.person = { id: sub, name: '홍본보기', email: 'hong@example.com' };
}

function visitWithProviders(): Promise<Visitor> {
  const origins = [
    providers.kakao.issuer,
    providers.google.issuer,
    new URL(providers.naver.env.NAVER_AUTH_URL ?? '').origin,
  ];
  return visit(browser, shop.url, 'phone', { origins });
}

const BUTTONS = { kakao: '카카오 로그인', naver: '네이버 로그인', google: 'Google 계정으로 로그인' } as const;

/** Presses the button once its link has the return path. */
async function press(page: Page, provider: keyof typeof BUTTONS, from?: string): Promise<void> {
  const button = page.getByRole('link', { name: BUTTONS[provider] });
  if (from !== undefined)
    await page
      .locator(`a[href$="returnTo=${encodeURIComponent(from)}"]`)
      .first()
      .waitFor();
  await button.click();
}

/** Everything that could leak the token: the addresses that requests name as their referrer. */
function watchReferrers(page: Page): () => string[] {
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
  return () => referrers.filter((referrer) => referrer.includes('socialToken'));
}

/** Returns whether the normal sign-up form was visible, even for a moment. */
async function watchNormalForm(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = () => {
      const buttons = Array.from(document.querySelectorAll('button'), (button) => button.textContent);
      if (buttons.includes('중복 확인')) document.documentElement.dataset.normalForm = 'seen';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return async () => (await page.locator('html[data-normal-form]').count()) > 0;
}

/** The address with the token that the callback redirects to. */
function watchRegisterAddress(page: Page): () => string {
  let address = '';
  page.on('response', (response) => {
    const location = response.headers().location ?? '';
    if (location.startsWith('/register?socialToken=')) address = location;
  });
  return () => address;
}

async function completeForm(page: Page): Promise<void> {
  await page.getByLabel('전화번호').fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await page.getByRole('button', { name: '가입하기' }).click();
}

const newestAccount = () =>
  shop.db.selectFrom('users').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

it('a login by kakao leads through the sign-up, and logs in directly the next time, its token counts once', async () => {
  newPerson();
  const visitor = await visitWithProviders();
  const { page } = visitor;
  const leaks = watchReferrers(page);
  const registerAddress = watchRegisterAddress(page);
  const showedNormalForm = await watchNormalForm(page);
  await page.goto('/login?from=/services/14');
  await expectAccessible(page);
  await press(page, 'kakao', '/services/14');

  await page.getByLabel('이름').waitFor();
  await expect.poll(registerAddress).not.toBe('');
  await page.waitForURL(`${shop.url}/register`);
  expect(await showedNormalForm()).toBe(false);
  await expect.poll(() => page.getByLabel('이름').inputValue()).toBe('홍본보기');
  const marketing = page.getByLabel('광고성 정보 수신에 동의합니다. (선택)');
  expect(await marketing.isChecked()).toBe(false);
  await expect.poll(() => page.getByRole('button', { name: '가입하기' }).isDisabled()).toBe(true);
  await page.getByRole('region', { name: '이용약관과 개인정보 안내' }).waitFor();
  await expectGoodOnBothScreens(page);
  await completeForm(page);
  await page.waitForURL('**/services/14');
  expect(leaks()).toEqual([]);
  const account = await newestAccount();
  expect(account).toMatchObject({ phone: '01000001234', email: 'hong@example.com', password_hash: null });
  expect(account.user_id).toMatch(/^kakao_/);

  // The requests of an open page would be refused without the cookies.
  await page.goto('about:blank');
  await visitor.context.clearCookies();
  await page.goto('/login');
  await press(page, 'kakao');
  await page.waitForURL('**/profile');
  await page.getByText(account.user_id).waitFor();
  expect((await newestAccount()).id).toBe(account.id);

  // The token was used.
  await page.goto(registerAddress());
  await expectSentence(page);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: '로그인 화면으로' }).waitFor();
  await page.getByRole('button', { name: '아이디로 가입하기' }).click();
  await page.getByRole('button', { name: '중복 확인' }).waitFor();
  visitor.expectNoTrouble(BAD_REQUEST);
  await visitor.context.close();
});

/** The buttons are equal in size, and high enough for a thumb. */
async function expectEqualButtons(page: Page): Promise<void> {
  const boxes = [];
  for (const name of Object.values(BUTTONS)) boxes.push(await page.getByRole('link', { name }).boundingBox());
  expect(new Set(boxes.map((box) => `${box?.width} × ${box?.height}`)).size).toBe(1);
  expect(boxes[0]?.height).toBeGreaterThanOrEqual(44);
}

it('begins with equal buttons, and leaves no token in the history', async () => {
  newPerson();
  const visitor = await visitWithProviders();
  const { page } = visitor;
  await page.goto('/about');
  await page.goto('/register');
  await expectEqualButtons(page);
  await press(page, 'naver');
  await page.getByText('소셜 계정으로 가입합니다.', { exact: false }).waitFor();
  await page.waitForURL(`${shop.url}/register`);
  const length = await page.evaluate('history.length');
  await page.goBack();
  await page.waitForURL(`${shop.url}/register`);
  await page.goBack();
  await page.waitForURL(`${shop.url}/about`);
  await page.goForward();
  await page.goForward();
  await page.waitForURL(`${shop.url}/register`);
  expect(await page.evaluate('history.length')).toBe(length);
  // Only the page knows the token, so a reload shows the normal sign-up.
  await page.reload();
  await page.getByRole('button', { name: '중복 확인' }).waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});

async function expectSentence(page: Page): Promise<void> {
  await page.getByText(INVALID_TOKEN).waitFor();
  await page.waitForURL(`${shop.url}/register`);
}

it('a failed social login ends with a message, and still returns to the page from before', async () => {
  const visitor = await visitWithProviders();
  const { page } = visitor;
  for (const query of ['kakao/callback?state=forged&code=forged', 'naver/callback?code=forged']) {
    await page.goto(`/api/oauth/${query}`);
    await page.getByText(LOGIN_FAILED).waitFor();
    expect(page.url()).toBe(`${shop.url}/login?error=social`);
  }
  await expectAccessible(page);
  // The token expires while the form is open.
  newPerson();
  await press(page, 'naver');
  await page.getByLabel('이름').waitFor();
  shop.clock.advance(10 * 60_000);
  await completeForm(page);
  await expectSentence(page);

  await page.goto('about:blank');
  await visitor.context.clearCookies();
  providers.google.person = undefined;
  await page.goto('/login?from=/services/14');
  await press(page, 'google', '/services/14');
  await page.getByText(LOGIN_FAILED).waitFor();
  newPerson();
  await press(page, 'google', '/services/14');
  await page.getByLabel('이름').waitFor();
  await completeForm(page);
  await page.waitForURL('**/services/14');
  expect((await newestAccount()).user_id).toMatch(/^google_/);
  visitor.expectNoTrouble(BAD_REQUEST);
  await visitor.context.close();
});

it("the buttons are in the server's markup", async () => {
  const html = await (await fetch(`${shop.url}/login`)).text();
  for (const name of Object.values(BUTTONS)) expect(html).toContain(name);
});

it('the buttons are absent without configuration', async () => {
  const plain = await startTestApp({ env: { PAGES: 'built' } });
  const pages = ['/login', '/register'].map(async (path) => (await fetch(plain.url + path)).text());
  const markup = await Promise.all(pages);
  await plain.close();
  for (const html of markup) {
    expect(html).toContain('<h1');
    expect(html).not.toContain('/api/oauth');
  }
});
