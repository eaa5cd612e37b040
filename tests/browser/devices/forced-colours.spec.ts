import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { expectAccessible, setUpBrowser, visit } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1', GA_MEASUREMENT_ID: 'G-TEST1234' } });
const browser = await setUpBrowser();

/** The colour that most of an element has on the screen. */
async function lookOf(element: Locator): Promise<string> {
  const { dominant } = await sharp(await element.screenshot()).stats();
  return `${dominant.r} ${dominant.g} ${dominant.b}`;
}

async function expectDifferent(chosen: Locator, other: Locator): Promise<void> {
  await expect.poll(async () => (await lookOf(chosen)) !== (await lookOf(other))).toBe(true);
}

it('forced colours show what is chosen in the composer of administrators', async () => {
  const { id } = await openConversation(await buildCustomer(shop), { subject: '문의', text: '언제 되나요' });
  const staff = await shop.buildUser({ role: 'admin' });
  const client = await shop.client().as(staff);
  for (const title of ['인사', '인사 끝']) {
    await client.post('/api/admin/canned-replies', { title, text: '안녕하세요.' });
  }
  const { page, context } = await visitAs({ browser, shop }, staff);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/admin/chat?id=${id}`);
  const [reply, note] = [
    page.getByRole('button', { name: '고객에게 답변', exact: true }),
    page.getByRole('button', { name: '내부 메모', exact: true }),
  ];
  await expectDifferent(reply, note);
  const before = await lookOf(note);
  await note.click();
  await expect.poll(() => lookOf(note)).not.toBe(before);
  await reply.click();
  await page.getByRole('textbox', { name: '고객에게 답변' }).fill('/인사');
  const options = page.getByRole('list', { name: '자주 쓰는 답변' }).getByRole('button');
  await expectDifferent(options.nth(0), options.nth(1));
  await context.close();
});

it('forced colours show the chosen tab, page and answer', async () => {
  const { page, context } = await visit(browser, shop.url, 'desktop');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/services');
  await expectDifferent(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }).first());
  const menu = page.getByRole('navigation', { name: '주 메뉴' });
  await expectDifferent(menu.locator('[aria-current=page]'), menu.getByRole('link', { name: '블로그' }));
  const button = page.getByRole('link', { name: '패키지 자세히 보기' }).first();
  expect(await button.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await page.goto('/privacy');
  const choice = page.locator('section', { has: page.getByRole('heading', { name: '방문 통계' }) });
  await choice.getByRole('button', { name: '동의하지 않음' }).click();
  await expectDifferent(
    choice.getByRole('button', { name: '동의하지 않음' }),
    choice.getByRole('button', { name: '동의함' }),
  );
  await context.close();
});

it('the dark theme keeps every contrast, and pictures as they are by day', async () => {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ status: 'confirmed', user });
  const { page, context } = await visitAs({ browser, shop }, user, 'phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  const groundOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const [path, late] of [
    ['/', '이런 일이 있나요?'],
    ['/services', '서비스'],
    ['/services/16', '신청하기'],
    ['/profile', order.service_title],
    [`/orders/${order.id}`, order.order_number],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByText(late).first().waitFor();
    expect(await groundOf('html')).toBe('rgb(18, 25, 34)');
    await expectAccessible(page);
  }
  // Days for a call are boxes of their own, without that of the browser in them.
  const day = page.getByRole('radio', { name: /\d월 \d+일/, checked: false }).first();
  expect(await day.evaluate((box) => getComputedStyle(box).borderTopWidth)).toBe('0px');
  await page.goto('/');
  const cover = page.locator('svg[aria-label^="책 표지"] > rect').first();
  const dark = await cover.evaluate((cloth) => getComputedStyle(cloth).fill);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await cover.evaluate((cloth) => getComputedStyle(cloth).fill)).toBe(dark);
  expect(await groundOf('html')).toBe('rgb(251, 250, 247)');
  await context.close();
});
