import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
const admin = await buildAdmin(shop);

it('counts unread answers beside the entry, live and over tabs', async () => {
  const customer = await buildCustomer(shop);
  const visitor = await visitAs({ browser, shop }, customer.user, 'phone');
  const { page, context } = visitor;
  const menu = (tab: Page) => tab.getByRole('button', { name: /^메뉴 열기/ });
  const link = page.getByRole('banner').getByRole('link', { name: /^상담/ });
  const expectCount = (entry: Locator, bare: string, count: number) =>
    expect
      .poll(async () => (await entry.textContent())?.trim())
      .toBe(count === 0 ? bare : `${bare}${count}읽지 않은 답변 ${count}개`);

  const { id } = await openConversation(customer);
  const other = await openConversation(customer, { subject: '다른 문의' });
  await answer(admin, id, '첫 답변');
  await page.goto('/');
  await expectCount(menu(page), '메뉴 열기', 1);
  await answer(admin, id, '둘째 답변');
  await answer(admin, other.id, '다른 답변');
  await expectCount(menu(page), '메뉴 열기', 3);
  // Home says it in words, also of conversations without an order.
  const answers = page.getByRole('main').getByRole('link', { name: '새 답변 3개 보기' });
  await expect.poll(() => answers.getAttribute('href')).toBe('/consult');
  await expectGoodOnBothScreens(page, () => expectCount(link, '상담', 3));
  await menu(page).click();
  await page.getByRole('link', { name: /^상담.*읽지 않은 답변 3개$/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/profile');
  const questions = page.getByRole('region', { name: '새 답변이 있는 상담' });
  await questions.getByRole('link', { name: /다른 문의.*새 답변 1/ }).waitFor();
  expect(await questions.getByRole('link').count()).toBe(2);
  await page.goto('/');

  // Reading in another tab counts here, too.
  const second = await context.newPage();
  await second.goto(`/consult/${id}`);
  await second.getByRole('log').getByText('둘째 답변').waitFor();
  for (const tab of [second, page]) await expectCount(menu(tab), '메뉴 열기', 1);
  await customer.client.put(`/api/consultations/${other.id}/read`, { seq: 99 });
  for (const tab of [page, second]) await expectCount(menu(tab), '메뉴 열기', 0);
  await page
    .getByRole('main')
    .getByRole('link', { name: /새 답변/ })
    .waitFor({ state: 'detached' });
  visitor.expectNoTrouble();
  await context.close();
});

it('loads nothing and opens no stream without a login or a conversation', async () => {
  const visitor = await visitAs({ browser, shop }, (await buildCustomer(shop)).user);
  const { page, context } = visitor;
  const requested: string[] = [];
  context.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  const asked = () => requested.filter((path) => path === '/api/consultations/unread').length;
  await expect.poll(asked).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(requested).not.toContain('/api/events');
  await page.getByRole('banner').getByRole('link', { name: '상담' }).click();
  await page.getByRole('heading', { level: 1, name: '상담' }).waitFor();
  await expect.poll(asked).toBe(2);
  // The page of the conversations may open its stream at any moment.
  await page.close();
  await context.clearCookies();
  requested.length = 0;
  const guest = await context.newPage();
  await guest.goto('/');
  await guest.waitForLoadState('networkidle');
  expect(requested.filter((path) => /unread|consultations|events/.test(path))).toEqual([]);
  await context.close();
});
