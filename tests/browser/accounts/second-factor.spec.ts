import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { User } from '#tests/support/app/factories.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { totpCode } from '#tests/support/factors/second-factor.ts';

// Passkeys need a name: no address of digits is ever valid.
const shop = await setUpTestApp({ env: { PAGES: 'built', PORT: '0', REQUIRE_SECOND_FACTOR: '1' } });
const site = shop.url.replace('127.0.0.1', 'localhost');
shop.deps.ownAddress.url = site;
const browser = await setUpBrowser();

const PASSWORD = 'a good secret 12';
/** Calls that are refused on the way, as the test wants. */
const REFUSED = /status of (400|401|403|404)/;

const buildAdminUser = (): Promise<User> => shop.buildUser({ role: 'admin', password: PASSWORD });

async function logIn(page: Page, user: User, path = '/admin'): Promise<void> {
  await page.goto(`/login?from=${encodeURIComponent(path)}`);
  await page.getByLabel('아이디', { exact: true }).fill(user.user_id);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'sid' });
  await page.context().clearCookies({ name: 'session_hint' });
}

/** An authenticator within the browser, which lets its person in at once. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

it('an app is enrolled before the administration opens', async () => {
  const user = await buildAdminUser();
  const visitor = await visit(browser, site, 'phone');
  const { page } = visitor;
  await logIn(page, user, '/admin/orders');
  await page.getByRole('heading', { name: '2단계 인증', level: 1 }).waitFor();
  await page.getByText('관리자 페이지는 2단계 인증을 등록한 뒤에').waitFor();
  await page.goto('/admin/orders/1');
  await page.getByRole('heading', { name: '2단계 인증', level: 1 }).waitFor();
  await page.getByRole('button', { name: '인증 앱 등록' }).click();
  await page.getByRole('img', { name: '인증 앱으로 찍는 QR 코드' }).waitFor();
  await expectAccessible(page);
  const secret = (await page.locator('form .font-mono').innerText()).replace(/\s/g, '');
  await page.getByLabel('인증 코드').fill('000000');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByText('인증 코드가 올바르지 않습니다.').waitFor();
  await page.getByLabel('인증 코드').fill(totpCode(shop, secret));
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByRole('heading', { name: '복구 코드를 보관해주세요' }).waitFor();
  const codes = await page.locator('ol li').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await page.getByRole('button', { name: '보관했습니다' }).click();
  await page.getByRole('button', { name: '인증 앱 삭제' }).waitFor();
  await expectGoodOnBothScreens(page);
  await page.getByRole('button', { name: '관리자 페이지로' }).click();
  await page
    .getByRole('heading', { name: '주문 상세', level: 1 })
    .or(page.getByText('주문을 찾을 수 없습니다'))
    .first()
    .waitFor();

  await logOut(page);
  await logIn(page, user, '/admin/users');
  await page.getByRole('heading', { name: '2단계 인증', level: 1 }).waitFor();
  await expectAccessible(page);
  // A code is good for one step before and after: the next one is not used yet.
  await page.getByLabel('인증 코드').fill(totpCode(shop, secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '회원 관리' }).waitFor();

  await logOut(page);
  await logIn(page, user, '/admin/users');
  await page.getByRole('button', { name: '복구 코드로 로그인' }).click();
  await page.getByLabel('복구 코드').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '회원 관리' }).waitFor();
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});

it('a passkey is enrolled, logs in, and steps up', async () => {
  const user = await buildAdminUser();
  const other = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
  const visitor = await visit(browser, site, 'phone');
  const { page } = visitor;
  const authenticator = await addAuthenticator(page);
  await logIn(page, user);
  await page.getByRole('button', { name: '패스키 등록' }).click();
  await page.getByLabel('패스키 이름').fill('사무실 노트북');
  await expectAccessible(page);
  await authenticator.verify(false);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByText('패스키 확인이 취소되었거나').waitFor();
  await authenticator.verify(true);
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByRole('heading', { name: '복구 코드를 보관해주세요' }).waitFor();
  await page.getByRole('button', { name: '보관했습니다' }).click();
  await page.getByText('사무실 노트북', { exact: true }).waitFor();
  await page.getByText('아직 쓰지 않음').waitFor();
  await page.getByRole('button', { name: '패스키 등록' }).click();
  await page.getByLabel('패스키 이름').fill('다시');
  await page.getByRole('button', { name: '등록', exact: true }).click();
  await page.getByText('이 기기의 패스키는 이미 등록되어 있습니다.').waitFor();

  await logOut(page);
  await logIn(page, user, `/admin/users/${other.id}`);
  await page.getByRole('button', { name: '패스키로 확인' }).click();
  await page.getByRole('heading', { name: other.user_id }).or(page.getByText(other.user_id)).first().waitFor();
  await page.getByText('휴대폰 인증 안 됨').waitFor();

  // 10 minutes later a sensitive call asks again, and is repeated with what was chosen.
  const old = new Date(shop.clock.now().getTime() - 10 * MINUTE_MS);
  await shop.db.updateTable('sessions').set({ stepped_up_at: old }).where('user_id', '=', user.id).execute();
  await page.goto('/profile/second-factor');
  await page.getByRole('button', { name: '새로 발급' }).click();
  const dialog = page.getByRole('dialog', { name: '본인 확인' });
  await dialog.getByRole('button', { name: '패스키로 확인' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '취소' }).click();
  await page.getByText('본인 확인이 한 번 더 필요합니다.').waitFor();
  await page.getByRole('button', { name: '새로 발급' }).click();
  await dialog.getByRole('button', { name: '패스키로 확인' }).click();
  await page.getByRole('heading', { name: '복구 코드를 보관해주세요' }).waitFor();
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});

it('a password that is due is changed before anything else', async () => {
  const user = await buildAdminUser();
  await shop.db.updateTable('users').set({ password_due: 'change' }).where('id', '=', user.id).execute();
  const visitor = await visit(browser, site, 'phone');
  const { page } = visitor;
  await logIn(page, user, '/admin/orders');
  await page.getByRole('heading', { name: '비밀번호 변경' }).waitFor();
  await page.goto('/admin/users');
  await page.getByRole('heading', { name: '비밀번호 변경' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('현재 비밀번호').fill(PASSWORD);
  await page.getByLabel('새 비밀번호', { exact: true }).fill('too short');
  await page.getByLabel('새 비밀번호 확인').fill('too short');
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await page.getByText('관리자의 비밀번호는 12자 이상이어야 합니다.').waitFor();
  await page.getByLabel('새 비밀번호', { exact: true }).fill('another good secret 34');
  await page.getByLabel('새 비밀번호 확인').fill('another good secret 34');
  await page.getByRole('button', { name: '비밀번호 변경' }).click();
  await page.getByRole('heading', { name: '2단계 인증', level: 1 }).waitFor();
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});
