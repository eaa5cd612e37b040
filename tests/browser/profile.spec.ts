import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

/** The browser's console message for an expected error response. */
const REFUSED = /status of 4\d\d/;
const PASSWORD = 'olive brass 19';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/** The focused heading, which screen readers announce. */
const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.textContent');

it('the profile saves changes, shows a failed load and a retry, and reads nothing again after a save', async () => {
  const user = await shop.buildUser({ email: 'old@example.com' });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  const fail = () => page.route('**/api/auth/my', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/profile');
  const edit = page.getByRole('link', { name: '정보 수정' });
  await edit.waitFor();
  await fail();
  await edit.click();
  await page.getByText('회원 정보: 불러오지 못했습니다').waitFor();
  await page.unroute('**/api/auth/my');
  await page.getByRole('button', { name: '다시 시도' }).click();

  await page.getByLabel('이름').fill('김본보기');
  await page.getByRole('textbox', { name: '이메일' }).fill('new@example.com');
  await page.getByLabel('군 복무 상태').selectOption('전역 후');
  const save = page.getByRole('button', { name: '저장' });
  await save.click();
  const saved = page.getByText('회원 정보를 수정했습니다.');
  await saved.waitFor();
  const logOut = page.getByRole('banner').getByRole('button', { name: '로그아웃' });
  await expectGoodOnBothScreens(page, () => logOut.waitFor());
  const changed = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(changed).toMatchObject({ fullname: '김본보기', email: 'new@example.com', military_status: '전역 후' });

  await fail();
  await page.getByLabel('이름').fill('이본보기');
  await saved.waitFor({ state: 'detached' });
  await save.click();
  await saved.waitFor();
  await page.getByRole('link', { name: '마이페이지로' }).click();
  await page.getByText('이본보기 님').waitFor();
  await page.getByText('new@example.com').waitFor();
  await page.getByRole('main').getByRole('button', { name: '로그아웃' }).first().waitFor();
  visitor.expectNoTrouble(/status of 503/);
  await visitor.context.close();
});

describe('closing the account', () => {
  it('says what is erased and kept, asks for the password, and says goodbye', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    await shop.buildOrder({ user, status: 'confirmed' });
    const visitor = await visitAs({ browser, shop }, user, 'phone');
    const { page } = visitor;
    await page.goto('/profile/edit');
    await page.getByRole('button', { name: '회원 탈퇴' }).click();
    const dialog = page.getByRole('dialog', { name: '회원 탈퇴' });
    await dialog.getByText('결제하신 주문 1건').waitFor();
    await dialog.getByText('전자상거래법에 따라 마지막 결제일부터 5년').waitFor();
    const close = dialog.getByRole('button', { name: '탈퇴하기' });
    await close.click();
    await dialog.getByText('비밀번호를 입력해주세요.').waitFor();
    await dialog.getByLabel('비밀번호').fill('something else');
    await close.click();
    await dialog.getByText('비밀번호가 올바르지 않습니다').waitFor();
    await expectAccessible(page);
    const looks = [close, dialog.getByRole('button', { name: '취소' })].map((button) =>
      button.evaluate((element) => `${element.className} ${element.getBoundingClientRect().width}`),
    );
    expect(await looks[0]).toBe(await looks[1]);
    await dialog.getByLabel('비밀번호').fill(PASSWORD);
    await close.click();
    await page.getByText('탈퇴가 완료되었습니다').waitFor();
    await expect.poll(() => focused(page)).toBe('탈퇴가 완료되었습니다');
    const top = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().top');
    await expect.poll(top).toBeGreaterThan(60);
    const logIn = page.getByRole('banner').getByRole('link', { name: '로그인' });
    await expectGoodOnBothScreens(page, () => logIn.waitFor());
    const closed = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
    expect(closed).toMatchObject({ fullname: '', email: '', phone: '' });
    await page.getByRole('main').getByRole('link', { name: '홈으로' }).click();
    await page.waitForURL(`${shop.url}/`);
    await page.goto('/profile/edit');
    await page.waitForURL('**/login?from=*');
    visitor.expectNoTrouble(REFUSED);
    await visitor.context.close();
  });
});

it('keeps an account without a password when closing is cancelled, says what blocks it, and then closes it', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ user, status: 'processing' });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  await page.goto('/profile/edit');
  const dialog = page.getByRole('dialog', { name: '회원 탈퇴' });
  await page.getByRole('button', { name: '회원 탈퇴' }).click();
  await dialog.getByText('따로 보관하는 주문 기록은 없습니다').waitFor();
  await dialog.getByRole('button', { name: '탈퇴하기' }).click();
  await dialog.getByText('결제를 확인하고 있는 주문이 있어 지금은 탈퇴할 수 없습니다').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '취소' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const kept = await shop.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(kept.user_id).toBe(user.user_id);

  await shop.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
  await page.getByRole('button', { name: '회원 탈퇴' }).click();
  expect(await dialog.getByLabel('비밀번호').count()).toBe(0);
  await dialog.getByRole('button', { name: '탈퇴하기' }).click();
  await page.getByText('탈퇴가 완료되었습니다').waitFor();
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});
