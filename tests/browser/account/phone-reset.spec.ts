import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

/** The browser's console message for an expected error response. */
const REFUSED = /status of 4\d\d/;
const PHONE = '01044443333';
const NEW_PASSWORD = 'paper ink 84';

const { solapi, env } = await setUpSolapi(() => new Date());
const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', ...env } });
const browser = await setUpBrowser();

it('sets a new password by the proven phone, with the keyboard, and logs in', async () => {
  const soldier = { email: '', phone: PHONE, phone_verified: true, password: 'forgotten 12' };
  const { user_id: userId } = await shop.buildUser(soldier);
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  const codes = () => solapi.sent().map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '');
  await page.goto('/account-recovery');
  await page.getByText('인증을 마친 휴대폰이 있으면').waitFor();
  await page.getByRole('link', { name: '비밀번호 재설정' }).click();
  await page.getByRole('button', { name: '휴대폰으로 재설정하기' }).press('Enter');
  await page.getByLabel('휴대폰 번호').fill('010-12');
  await page.getByLabel('휴대폰 번호').press('Enter');
  await page.getByText('아이디를 입력해주세요.').waitFor();
  await page.getByText('올바른 전화번호 형식이 아닙니다.').waitFor();
  await expectAccessible(page);

  // An unknown number gets the same next step, and what was typed can be corrected.
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByLabel('휴대폰 번호').fill('01044443334');
  await page.getByLabel('휴대폰 번호').press('Enter');
  await page.getByText('인증번호를 문자로 보내드립니다').waitFor();
  await page.getByRole('button', { name: '아이디·번호 고치기' }).press('Enter');
  await expect.poll(() => page.getByLabel('아이디', { exact: true }).inputValue()).toBe(userId);
  await expect.poll(() => page.getByLabel('휴대폰 번호').inputValue()).toBe('010-4444-3334');
  await page.getByLabel('휴대폰 번호').fill(PHONE);
  await page.getByLabel('휴대폰 번호').press('Enter');
  await page.getByText('인증번호를 문자로 보내드립니다').waitFor();
  await expect.poll(() => codes().length).toBe(1);
  const [code = ''] = codes();
  await expect.poll(() => page.evaluate('document.activeElement.autocomplete')).toBe('one-time-code');
  await expect.poll(() => page.getByRole('button', { name: '인증번호 다시 받기' }).isDisabled()).toBe(true);

  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await page.keyboard.type(wrong);
  await page.getByLabel('새 비밀번호', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('새 비밀번호 확인').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('인증번호가 맞지 않거나').waitFor();
  expect(await page.getByLabel('새 비밀번호', { exact: true }).inputValue()).toBe(NEW_PASSWORD);
  await expectGoodOnBothScreens(page);
  await page.getByLabel('인증번호', { exact: true }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('비밀번호가 변경되었습니다').waitFor();
  await page.waitForURL('**/login');
  await page.getByLabel('아이디', { exact: true }).fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '로그인' }).click();
  await page.waitForURL('**/profile');
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});
