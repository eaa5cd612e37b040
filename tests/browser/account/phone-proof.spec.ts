import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createRunningClock } from '#tests/support/app/clock.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  type Screen,
  setUpBrowser,
  type Visitor,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';
import { setUpSolapi } from '#tests/support/providers/solapi.ts';

/** The browser's console message for an expected error response. */
const REFUSED = /status of (4\d\d|502)/;
const PHONES = { desktop: '01070000001', phone: '01070000002' } as const;

const { solapi, env } = await setUpSolapi(() => new Date());
// The browser counts the seconds of a code, and so the shop's clock must run as well.
const shop = await setUpTestApp({
  clock: createRunningClock(),
  env: { PAGES: 'built', SEED_SAMPLE: '1', ...env },
});
const browser = await setUpBrowser();

const section = (page: Page) => page.getByRole('region', { name: '휴대폰 인증' });

/** The code of the message to the number, which comes after the page's answer. */
async function codeTo(phone: string): Promise<string> {
  const code = () => /\d{6}/.exec(solapi.sent().findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? '';
  await expect.poll(code).not.toBe('');
  return code();
}

const isVerified = async (id: number) =>
  (await shop.db.selectFrom('users').select('phone_verified').where('id', '=', id).executeTakeFirstOrThrow())
    .phone_verified;

/**
 * Presses start and waits for the provider's page: a popup on a desktop, the same window on a
 * phone.
 */
async function openCheck({ page, context }: Visitor, screen: Screen): Promise<Page> {
  await page.getByRole('button', { name: /본인인증/ }).click();
  if (screen === 'phone') {
    await page.waitForURL('**/sandbox/bootpay/auth/**');
    return page;
  }
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: '계속하기' }).click();
  return opened;
}

async function enter(check: Page, person: { name: string; phone: string; birth: string }): Promise<void> {
  await check.getByText('테스트 본인인증').waitFor();
  await check.getByLabel('이름').fill(person.name);
  await check.getByLabel('휴대폰 번호').fill(person.phone);
  await check.getByLabel('생년월일').fill(person.birth);
  await check.getByRole('button', { name: '인증하기' }).click();
}

it('the phone is proved by a code, by keyboard alone, not where it is no mobile number, and administrators see it', async () => {
  const user = await shop.buildUser({ phone: PHONES.phone });
  const callBy = (phone: string) => shop.db.updateTable('users').set({ phone }).where('id', '=', user.id).execute();
  await callBy('0212345678');
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  await page.goto('/profile');
  await section(page).getByText('휴대폰 번호가 아니어서').waitFor();
  expect(await section(page).getByRole('button').count()).toBe(0);
  await callBy(user.phone);
  await page.reload();
  await section(page).getByText('아직 인증하지 않았습니다').waitFor();
  await section(page).getByRole('button', { name: '문자로 인증번호 받기' }).focus();
  await page.keyboard.press('Enter');
  const field = section(page).getByLabel('인증번호', { exact: true });
  await field.waitFor();
  await section(page).getByText('번호로 인증번호를 보냈습니다').waitFor();
  await section(page)
    .getByText(/남은 시간 [0-3]:\d\d/)
    .waitFor();
  await expect.poll(() => section(page).getByRole('button', { name: '인증번호 다시 받기' }).isDisabled()).toBe(true);
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('one-time-code');
  const code = await codeTo(user.phone);
  await page.keyboard.type(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await page.keyboard.press('Enter');
  await section(page).getByText('인증번호가 맞지 않습니다').waitFor();
  await expectAccessible(page);
  // A reload keeps the code under way.
  await page.reload();
  await field.fill(code);
  await page.keyboard.press('Enter');
  await section(page).getByText('번호를 인증했습니다.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('번호를 인증했습니다.');
  expect(await isVerified(user.id)).toBe(true);
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();

  const staff = await visitAs({ browser, shop }, (await buildAdmin(shop)).user);
  await staff.page.goto(`/admin/users/${user.id}`);
  await staff.page.getByText('휴대폰 인증됨').waitFor();
  staff.expectNoTrouble();
  await staff.context.close();
});

it('the phone is proved by the identity check of the provider, also after its outage', async () => {
  const user = await shop.buildUser({ fullname: '김본보기', phone: PHONES.phone });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  await page.goto('/profile');
  await section(page).getByRole('link', { name: '본인인증으로 확인' }).click();
  await page.getByRole('heading', { level: 1, name: '본인인증' }).waitFor();
  await expectGoodOnBothScreens(page);
  await enter(await openCheck(visitor, 'phone'), { name: '이본보기', phone: user.phone, birth: '1999-01-31' });
  await page.getByText('회원 정보와 다르거나').waitFor();
  await expectAccessible(page);
  expect(await isVerified(user.id)).toBe(false);
  await page.getByRole('link', { name: '본인인증 다시 하기' }).click();
  await page.getByRole('button', { name: '본인인증 시작' }).waitFor();
  shop.bootpay.fail({ endpoint: 'certificate', insteadOf: 'drop', times: 1 });
  await enter(await openCheck(visitor, 'phone'), { name: '김본보기', phone: user.phone, birth: '1999-01-31' });
  // An outage is shown, and confirmed without another check.
  await page.getByText('본인인증 기관의 응답을 확인하지 못했습니다').waitFor();
  await page.getByRole('button', { name: '결과 다시 확인' }).click();
  await page.getByText('휴대폰 인증을 마쳤습니다.').waitFor();
  await page.reload();
  await page.getByText('휴대폰 인증을 마쳤습니다.').waitFor();
  expect(await isVerified(user.id)).toBe(true);
  await page.getByRole('link', { name: '마이페이지 보기' }).click();
  await section(page).getByText('번호를 인증했습니다.').waitFor();
  await section(page).getByText('본인인증 20').waitFor();
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});

it('the phone stays unproved when the window is closed, and the check can begin again', async () => {
  const user = await shop.buildUser({ phone: PHONES.desktop });
  const visitor = await visitAs({ browser, shop }, user, 'desktop');
  const { page } = visitor;
  await page.goto('/profile/identity');
  const check = await openCheck(visitor, 'desktop');
  await check.getByRole('button', { name: '닫기' }).click();
  await page.getByText('본인인증 창을 닫아 인증을 마치지 못했습니다.').waitFor();
  await page.getByText('본인인증 다시 하기').or(page.getByText('다시 본인인증하기')).waitFor();
  expect(await isVerified(user.id)).toBe(false);
  visitor.expectNoTrouble(REFUSED);
  await visitor.context.close();
});
