import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, type Screen, setUpBrowser, type Visitor } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PROMISE = /^\d+월 \d+일\([월화수목금]\) 18:00까지 010-2345-6789로 연락드립니다\.$/;
/** The sections of the own page: cases first, the own data after them. */
const SECTIONS = [
  ...['구매 내역', '등록한 군인', '내 정보', '휴대폰 인증'],
  ...['알림 설정', '2단계 인증', '로그인한 기기', '로그인 기록'],
];
const DESCRIPTION = '징계위원회 통보를 받았습니다.';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

/**
 * Presses pay and reaches the provider's page: a popup on a desktop, the same window on a phone.
 */
async function openPayment({ page, context }: Visitor, screen: Screen): Promise<Page> {
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  if (screen === 'phone') {
    await page.waitForURL('**/sandbox/bootpay/pay/**');
    return page;
  }
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: '결제계속하기' }).click();
  return opened;
}

async function expectCaseTexts(page: Page): Promise<void> {
  await page.getByLabel('무슨 일인가요?').waitFor();
  await expect.poll(() => page.getByLabel('무슨 일인가요?').inputValue()).toBe(DESCRIPTION);
  expect(await page.getByLabel('출석일이나 기한').inputValue()).toBe('2027-01-15');
  expect(await page.getByLabel('통화 희망 시간').inputValue()).toBe('평일 오후');
}

it.each(['desktop', 'phone'] as const)('an order becomes a case with a promise on a %s', async (screen) => {
  const user = await shop.buildUser({ email: '', phone: '01012345678' });
  const soldier = await shop.buildSoldier({ user });
  const visitor = await visitAs({ browser, shop }, user, screen);
  const { page } = visitor;
  await page.goto(`/purchase?serviceId=14&selectedPlan=${encodeURIComponent('의견서 작성')}&soldierId=${soldier.id}`);

  // Without an address the page asks for one, and says what for.
  await page.getByText('결제 영수증과 진행 안내를 보내드릴 주소가 없습니다.').waitFor();
  const email = page.getByLabel('이메일');
  await email.fill('not an address');
  await page.getByRole('button', { name: '이메일 저장' }).click();
  await page.getByText('올바른 이메일 형식이 아닙니다.').waitFor();
  await expectAccessible(page);

  await page.getByLabel('무슨 일인가요?').fill(DESCRIPTION);
  await page.getByLabel('출석일이나 기한').focus();
  await page.keyboard.type('12');
  await page.getByRole('button', { name: /결제하기/ }).click();
  await page.getByText('날짜가 올바르지 않습니다.').waitFor();
  await page.getByLabel('출석일이나 기한').fill('2027-01-15');
  await page.getByLabel('통화 희망 시간').fill('평일 오후');

  // The number can be corrected on the way, and nothing is lost.
  await page.getByText('010-1234-5678로 연락드립니다.').waitFor();
  await page.getByRole('link', { name: '연락받을 번호 바꾸기' }).click();
  await page.getByLabel('전화번호').fill('0102345');
  await page.getByLabel('이름').focus();
  await page.getByText('올바른 전화번호 형식이 아닙니다.').waitFor();
  await page.getByLabel('전화번호').fill('01023456789');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await page.getByText('회원 정보를 수정했습니다.').waitFor();
  await page.getByRole('button', { name: '뒤로' }).click();
  await page.getByText('010-2345-6789로 연락드립니다.').waitFor();
  await expectCaseTexts(page);

  // The field is saved with the payment, and holds it up where it is wrong.
  await email.fill('not an address');
  await page.getByRole('button', { name: /결제하기/ }).click();
  await page.getByText('올바른 이메일 형식이 아닙니다.').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await shop.db.selectFrom('orders').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  await email.fill(`case-${screen}@example.com`);
  const refused = await openPayment(visitor, screen);
  await refused.getByRole('button', { name: '결제 거절' }).click();
  await page.getByRole('alertdialog').getByRole('link', { name: '다시 결제하기' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  await expectCaseTexts(page);

  const payment = await openPayment(visitor, screen);
  const stored = shop.db.selectFrom('users').select('email').where('id', '=', user.id);
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ email: `case-${screen}@example.com` });
  await payment.getByLabel('카드').first().check();
  await payment.getByLabel('모두 동의합니다').check();
  await payment.getByRole('button', { name: '300,000원 결제 승인' }).click();
  await page.getByRole('heading', { level: 1, name: '구매가 완료되었습니다' }).waitFor();
  await page.getByText(PROMISE).waitFor();
  await expectAccessible(page);
  const orders = shop.db.selectFrom('orders').selectAll().where('user_id', '=', user.id).orderBy('id', 'desc');
  const order = await orders.executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    status: 'confirmed',
    deadline_on: '2027-01-15',
    contact_window: '평일 오후',
  });
  await page.getByRole('button', { name: '주문 번호 복사' }).waitFor();

  await page.getByRole('link', { name: '구매 내역 보기' }).click();
  const history = page.getByRole('region', { name: '구매 내역' });
  await history.getByText('착수 대기').waitFor();
  await history.getByText(PROMISE).first().waitFor();
  // The paid order first, then the one whose card was refused.
  expect(await history.getByRole('listitem').first().innerText()).toContain('결제 완료');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect.poll(() => headings.allInnerTexts()).toEqual(SECTIONS);
  await expectAccessible(page);
  await history.getByRole('button', { name: /결제 완료/ }).click();
  const detail = page.getByRole('dialog', { name: '구매 상세' });
  await detail.getByText(DESCRIPTION).waitFor();
  await expectAccessible(page);
  const parts = await detail.getByRole('heading', { level: 4 }).allInnerTexts();
  expect(parts[0]).toBe('진행 내역');
  if (screen === 'phone') {
    const box = await detail.boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 390, 844]);
  }
  visitor.expectNoTrouble(/status of 400/);
  await visitor.context.close();
});
