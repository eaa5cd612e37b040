import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { requireMail } from '#tests/support/app/mailbox.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { becomeUser, visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();
const administrator = await shop.buildUser({ role: 'admin', permissions: ['people'] });
const visitor = await visitAs({ browser, shop }, administrator, 'phone');
const { page } = visitor;

it('invites a receptionist, who makes an account and logs in', async () => {
  const email = 'reception@example.com';
  const name = '김접수';
  await page.goto('/admin/staff');
  await page.getByText('열린 초대가 없습니다').waitFor();
  await page.getByRole('button', { name: '초대하기' }).click();
  const form = page.getByRole('form', { name: '직원 초대' });
  await form.getByRole('button', { name: '초대 메일 보내기' }).click();
  await form.getByText('권한을 하나 이상 선택해주세요.').waitFor();
  await form.getByLabel('이름').fill(name);
  await form.getByLabel('이메일').fill(email);
  await form.getByRole('button', { name: '접수', exact: true }).click();
  expect(await form.getByRole('checkbox', { name: /^상담/ }).isChecked()).toBe(true);
  expect(await form.getByRole('checkbox', { name: /^소유자/ }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: '초대 메일 보내기' }).click();
  await page.getByText(`${email} 주소로 초대 메일을 보냈습니다.`).waitFor();
  await page.getByRole('button', { name: `${name} 초대 취소` }).waitFor();

  const { text } = await requireMail(shop, email, 'staff_invitation');
  await page.goto('about:blank');
  await visitor.context.clearCookies();
  await page.goto(/\/staff-invitation#token=\S+/.exec(text)?.[0] ?? '/no-link');
  const userId = 'reception';
  await page.getByRole('textbox', { name: '아이디' }).fill(userId);
  await page.getByText('사용 가능한 아이디입니다.').waitFor();
  await page.getByLabel('비밀번호', { exact: true }).fill('a good secret 12');
  await page.getByLabel('비밀번호 확인', { exact: true }).fill('a good secret 12');
  await page.getByLabel('전화번호').fill('01023456789');
  await expectGoodOnBothScreens(page);
  await page.getByRole('button', { name: '계정 만들기' }).click();
  await page.getByRole('heading', { name: '계정을 만들었습니다' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
  await page.getByRole('textbox', { name: '아이디' }).fill(userId);
  await page.getByLabel('비밀번호', { exact: true }).fill('a good secret 12');
  await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
  await page.waitForURL('**/admin');

  await becomeUser(visitor, shop, administrator);
  await page.goto('/admin/staff');
  await page.getByText('열린 초대가 없습니다').waitFor();
  await page.getByRole('link', { name }).waitFor();
  visitor.expectNoTrouble();
});

it('withdraws an invitation, whose page then says that the link is over', async () => {
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: '초대하기' }).click();
  const form = page.getByRole('form', { name: '직원 초대' });
  await form.getByLabel('이름').fill('김취소');
  await form.getByLabel('이메일').fill('withdrawn@example.com');
  await form.getByRole('button', { name: '회계', exact: true }).click();
  await form.getByRole('button', { name: '초대 메일 보내기' }).click();
  await page.getByRole('button', { name: '김취소 초대 취소' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '초대 취소' }).click();
  await page.getByText('열린 초대가 없습니다').waitFor();
  const { text } = await requireMail(shop, 'withdrawn@example.com', 'staff_invitation');
  await page.goto('about:blank');
  await visitor.context.clearCookies();
  await page.goto(/\/staff-invitation#token=\S+/.exec(text)?.[0] ?? '/no-link');
  await page.getByLabel('아이디').fill('withdrawn.user');
  await page.getByLabel('비밀번호', { exact: true }).fill('a good secret 12');
  await page.getByLabel('비밀번호 확인', { exact: true }).fill('a good secret 12');
  await page.getByLabel('전화번호').fill('01023456789');
  await page.getByRole('button', { name: '계정 만들기' }).click();
  await page.getByText('이미 사용되었거나 만료되었습니다').waitFor();
  visitor.expectNoTrouble(/404/);
});
