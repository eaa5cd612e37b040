import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { setUpBrowser, type Visitor, visit } from '#tests/support/browser/browser.ts';
import { pressAt, tabTo, typeAt } from './keyboard.ts';

const PASSWORD = 'keyboard password';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/** Waits until the part has all of these, as a screen reader reads them. */
async function expectNamed(part: Locator, ...named: readonly (string | RegExp)[]): Promise<void> {
  for (const one of named) await expect.poll(() => part.ariaSnapshot()).toMatch(one);
}

/** Goes through the header to the service, by the tabs of the list. */
async function findService(page: Page): Promise<void> {
  await page.goto('/');
  await pressAt(page, page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '서비스' }));
  await page.getByRole('heading', { level: 1, name: '군 복무 법률지원센터' }).waitFor();
  // The focus moved to the new content: the next Tab starts there, not at the header.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await expectNamed(page.getByRole('banner'), '- navigation "주 메뉴":');
  await expectNamed(page.getByRole('main'), '- searchbox "서비스 검색"');
  await expectNamed(page.getByRole('tablist'), /- tablist "서비스 카테고리":\n\s+- tab "입대 전 \d+" \[selected\]/);
  await expectNamed(page.getByRole('contentinfo'), '- navigation "약관 및 정책":');
  await tabTo(page, page.getByRole('tab', { name: /^입대 전/ }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^복무 중/, selected: true }).waitFor();
  await pressAt(page, page.getByRole('link', { name: /^징계·항고/ }));
  await page.getByRole('heading', { level: 1, name: '징계·항고' }).waitFor();
  await expectNamed(
    page.getByRole('region', { name: '신청하기' }),
    '- combobox "상품 옵션":',
    '- checkbox "사건별 즉시 신청 서비스 이용약관에 동의합니다. (필수)"',
    'button "약관 보기: 사건별 즉시 신청 서비스 이용약관에 동의합니다."',
    '- button "신청하기" [disabled]',
  );
}

async function logIn(page: Page, userId: string): Promise<void> {
  await pressAt(page, page.locator('#apply').getByRole('link', { name: '로그인' }));
  await page.getByRole('heading', { level: 1, name: '로그인' }).waitFor();
  const form = ['textbox "아이디"', 'textbox "비밀번호"', 'button "비밀번호 보기"', 'button "로그인"'];
  await expectNamed(page.getByRole('main'), ...form.map((control) => `- ${control}`));
  await typeAt(page, page.getByLabel('아이디', { exact: true }), userId);
  await typeAt(page, page.getByLabel('비밀번호', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/services/14#apply');
}

async function registerSoldier(page: Page): Promise<void> {
  await pressAt(page, page.getByRole('main').getByRole('link', { name: /군인.*등록/ }));
  await page.getByRole('heading', { level: 1, name: '군인 등록' }).waitFor();
  const relationship = page.getByLabel('신청자와의 관계');
  await pressAt(page, relationship, 'ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await relationship.inputValue()).toBe('자녀');
  await typeAt(page, page.getByLabel('군인 이름'), '김본보기');
  await pressAt(page, page.getByRole('button', { name: '등록', exact: true }));
  await page.waitForURL('**/services/14?soldierId=*#apply');
}

/** Reads the terms: the dialog takes the focus and returns it. */
async function apply(page: Page): Promise<void> {
  await pressAt(page, page.getByRole('checkbox').first(), 'Space');
  const opener = page.getByRole('main').getByRole('button', { name: /보기/ }).first();
  await pressAt(page, opener);
  const dialog = page.getByRole('dialog', { name: '약관 내용' });
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await pressAt(page, page.locator('#apply').getByRole('button', { name: '신청하기' }));
  await page.getByRole('heading', { level: 1, name: '신청 내용을 확인해주세요' }).waitFor();
}

/** The provider's popup. */
async function pay({ page, context }: Visitor): Promise<void> {
  await pressAt(page, page.getByRole('button', { name: '300,000원 결제하기' }));
  const goOn = page.getByRole('dialog', { name: '결제창' }).getByRole('button', { name: '결제계속하기' });
  await goOn.waitFor();
  // Its only button has the focus at once.
  await expect.poll(() => goOn.evaluate((element) => element === document.activeElement)).toBe(true);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const payment = await opened;
  await payment.getByText('테스트 결제: 실제로 청구되지 않습니다').waitFor();
  await pressAt(payment, payment.getByLabel('카드').first(), 'Space');
  await pressAt(payment, payment.getByLabel('모두 동의합니다'), 'Space');
  await pressAt(payment, payment.getByRole('button', { name: '300,000원 결제 승인' }));
}

it('goes from the home page to the paid order by keyboard, with the focus always visible and every main control named', async () => {
  const user = await shop.buildUser({ user_id: 'keyboard-buyer', password: PASSWORD });
  const visitor = await visit(browser, shop.url, 'desktop');
  const { page } = visitor;
  await findService(page);
  await logIn(page, user.user_id);
  await registerSoldier(page);
  await apply(page);
  await pay(visitor);
  await page.getByRole('heading', { level: 1, name: '결제가 완료되었습니다.' }).waitFor();
  const orders = await shop.db.selectFrom('orders').select('status').execute();
  expect(orders).toEqual([{ status: 'confirmed' }]);

  await pressAt(page, page.getByRole('link', { name: '신청 내역 보기' }));
  await page.getByRole('heading', { level: 1, name: '마이페이지' }).waitFor();
  const row = page.getByRole('button', { name: /징계·항고/ });
  await pressAt(page, row);
  const details = page.getByRole('dialog', { name: '신청 상세' });
  await details.waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  visitor.expectNoTrouble();
  await visitor.context.close();
});

it('skips the header of a phone by the first link, hides no focus below its bars, and enters and leaves the menu', async () => {
  const visitor = await visit(browser, shop.url, 'phone');
  const { page } = visitor;
  await page.goto('/services/14');
  await pressAt(page, page.getByRole('link', { name: '본문으로 바로가기' }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  for (const path of ['/services/14', '/services']) {
    if (path === '/services') await page.goto(path);
    await tabTo(page, page.getByRole('contentinfo').getByRole('button', { name: '환불 및 취소 정책' }));
  }

  await page.goto('/about');
  const opener = page.getByRole('button', { name: '메뉴 열기' });
  await pressAt(page, opener);
  const menu = page.getByRole('dialog', { name: '메뉴' });
  await menu.waitFor();
  // One and a half times around the sheet: the focus never leaves it.
  for (let stops = 0; stops < 12; stops += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  visitor.expectNoTrouble();
  await visitor.context.close();
});
