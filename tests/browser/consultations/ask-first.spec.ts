import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { FIRM } from '#content/firm.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import type { User } from '#tests/support/app/factories.ts';
import { expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const PASSWORD = 'ask-first-1';
const QUESTION = '아들이 징계 통보를 받았습니다.\n언제까지 의견을 내야 하나요?';

const text = (page: Page) => page.getByLabel('내용');
/** The form is on the first screen, without scrolling. */
async function expectFormInView(page: Page): Promise<void> {
  const bottom = async () => {
    const box = await text(page).boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom).toBeLessThan(page.viewportSize()?.height ?? 0);
}

const send = (page: Page) => page.getByRole('button', { name: '상담 시작하기' }).click();

async function logIn(page: Page, { user_id }: Pick<User, 'user_id'>): Promise<void> {
  await page.getByLabel('아이디', { exact: true }).fill(user_id ?? '');
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
}

describe('a question before a purchase', () => {
  it('is written without a login, which is asked for on sending and keeps the text', async () => {
    const user = await shop.buildUser({ password: PASSWORD });
    const visitor = await visit(browser, shop.url, 'phone');
    const { page } = visitor;
    await page.goto('/services/14');
    await page.getByRole('link', { name: '구매 전 문의' }).click();
    await page.getByText(/^문의할 서비스: 징계·항고/).waitFor();
    const aside = page.getByRole('complementary', { name: '변호사가 직접 답변합니다' });
    await aside.getByText('구매 전 상담은 무료입니다.').waitFor();
    expect(await aside.getByRole('link', { name: FIRM.phone }).getAttribute('href')).toBe(`tel:${FIRM.phone}`);
    expect(await page.getByLabel('제목').count()).toBe(0);
    await send(page);
    await page.getByText('메시지를 입력하거나 파일을 첨부해주세요.').waitFor();
    await text(page).fill(QUESTION);
    await expectGoodOnBothScreens(page);
    await send(page);
    await page.waitForURL('**/login?from=**');
    await page
      .getByText(/로그인을 부탁드립니다\. 쓰신 내용은 그대로 있으니 로그인하신 뒤 바로 보내주세요\.$/)
      .waitFor();
    await logIn(page, user);
    await page.waitForURL('**/consult?serviceId=14');
    await page.getByText('로그인되었습니다.').waitFor();
    await expect.poll(() => text(page).inputValue()).toBe(QUESTION);
    await send(page);
    await page.waitForURL(/\/consult\/\d+$/);
    await page.getByRole('log').getByText('언제까지 의견을 내야 하나요?').waitFor();
    await page.goto('/consult');
    await page.getByRole('link', { name: /징계·항고 구매 전 문의/ }).waitFor();
    // All that was sent is not offered again.
    await page.getByRole('button', { name: '새 상담 시작' }).click();
    await expect.poll(() => text(page).inputValue()).toBe('');
    visitor.expectNoTrouble();
    await visitor.context.close();
  });
});

it('survives a reload and a sign-up, and its first line is the subject', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/consult');
  await expectFormInView(page);
  await text(page).fill(QUESTION);
  await page.reload();
  await expect.poll(() => text(page).inputValue()).toBe(QUESTION);
  // A device without a member leads to the sign-up, with no page between.
  await page.getByRole('button', { name: '가입하고 시작하기' }).click();
  await page.waitForURL('**/register?from=**');
  await page.getByText('쓰신 내용은 그대로 있으니 가입하신 뒤 바로 보내주세요.').waitFor();
  await page.getByLabel('아이디', { exact: true }).fill('asking1');
  await page.getByRole('button', { name: '중복 확인' }).click();
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByLabel('비밀번호 확인').fill(PASSWORD);
  await page.getByLabel('이름', { exact: true }).fill('홍본보기');
  await page.getByLabel('전화번호', { exact: true }).fill('01000001234');
  await page.getByLabel('이용약관에 동의합니다. (필수)').check();
  await page.getByRole('button', { name: '가입하기' }).click();
  await page.waitForURL('**/consult');
  await expect.poll(() => text(page).inputValue()).toBe(QUESTION);
  await expectFormInView(page);
  await send(page);
  await page.waitForURL(/\/consult\/\d+$/);
  await page.getByRole('heading', { level: 1, name: '아들이 징계 통보를 받았습니다.' }).waitFor();
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('comes first for a user who has conversations, and no other account finds it', async () => {
  const asking = await buildCustomer(shop, { password: PASSWORD });
  await openConversation(asking);
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/consult');
  await text(page).fill(QUESTION);
  await send(page);
  await logIn(page, asking.user);
  await page.waitForURL('**/consult');
  await expect.poll(() => text(page).inputValue()).toBe(QUESTION);
  await page.getByRole('heading', { name: '상담 내역' }).waitFor();
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: '로그아웃', exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  await page.goto('/consult');
  await text(page).waitFor();
  expect(await text(page).inputValue()).toBe('');
  await visitor.context.close();
});
