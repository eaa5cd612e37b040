import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectGoodOnBothScreens, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const PROMISE = /^\d+월 \d+일\([월화수목금]\) 18:00까지 010-2345-6789로 연락드립니다\.$/;
/** The sections of the own page: cases first, the own data after them. */
const SECTIONS = [
  ...['신청 내역', '등록한 군인', '내 정보', '휴대폰 인증'],
  ...['알림 설정', '2단계 인증', '로그인한 기기', '로그인 기록'],
];
const DESCRIPTION = '징계위원회 통보를 받았습니다.';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

async function expectCaseTexts(page: Page): Promise<void> {
  await page.getByLabel('무슨 일인가요?').waitFor();
  await expect.poll(() => page.getByLabel('무슨 일인가요?').inputValue()).toBe(DESCRIPTION);
  await expect.poll(() => page.getByLabel('출석일이나 기한').inputValue()).toBe('2027-01-15');
  await expect.poll(() => page.getByLabel('통화 희망 시간').inputValue()).toBe('평일 오후');
}

it('an order becomes a case with a promise', async () => {
  const user = await shop.buildUser({ email: '', phone: '01012345678' });
  const soldier = await shop.buildSoldier({ user });
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  await page.goto(`/purchase?serviceId=14&selectedPlan=${encodeURIComponent('의견서 작성')}&soldierId=${soldier.id}`);

  await page.getByText('배정 예정 홍길동 대표변호사').waitFor();
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

  // The number is corrected in place, and nothing is lost.
  await page.getByText('010-1234-5678로 연락드립니다.').waitFor();
  await page.getByRole('button', { name: '연락받을 번호 바꾸기' }).click();
  const number = page.getByLabel('연락받을 번호');
  await number.fill('0102345');
  await page.getByRole('button', { name: '번호 저장' }).click();
  await page.getByText('올바른 전화번호 형식이 아닙니다.').waitFor();
  await number.fill('01023456789');
  await page.getByRole('button', { name: '번호 저장' }).click();
  await page.getByText('010-2345-6789로 연락드립니다.').waitFor();
  await page.reload();
  await expectCaseTexts(page);

  // The field is saved with the payment, and holds it up where it is wrong.
  await email.fill('not an address');
  await page.getByRole('button', { name: /결제하기/ }).click();
  await page.getByText('올바른 이메일 형식이 아닙니다.').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await shop.db.selectFrom('orders').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
  await email.fill('case@example.com');
  await page.getByRole('button', { name: '300,000원 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  await page.getByRole('button', { name: '결제 거절' }).click();
  await page.getByRole('alertdialog').getByRole('link', { name: '다시 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  const stored = shop.db.selectFrom('users').select('email').where('id', '=', user.id);
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ email: 'case@example.com' });
  await page.getByLabel('카드').first().check();
  await page.getByLabel('모두 동의합니다').check();
  await page.getByRole('button', { name: '300,000원 결제 승인' }).click();
  await page.getByRole('heading', { level: 1, name: '결제가 완료되었습니다.' }).waitFor();
  await page.getByText(PROMISE).waitFor();
  await page.getByText('배정 예정 홍길동 대표변호사').waitFor();
  // The texts that were written, and one for the family that names no service.
  await page.getByText(DESCRIPTION).waitFor();
  await page.getByRole('region', { name: '가족에게 알리기' }).getByRole('button', { name: '알리는 글 복사' }).waitFor();
  await expectGoodOnBothScreens(page);
  const orders = shop.db.selectFrom('orders').selectAll().where('user_id', '=', user.id).orderBy('id', 'desc');
  const order = await orders.executeTakeFirstOrThrow();
  expect(order).toMatchObject({
    status: 'confirmed',
    deadline_on: '2027-01-15',
    contact_window: '평일 오후',
  });
  await page.getByRole('button', { name: '주문 번호 복사' }).waitFor();

  await page.getByRole('link', { name: '신청 내역 보기' }).click();
  const history = page.getByRole('region', { name: '신청 내역' });
  await history.getByText('결제하지 않은 신청 1건 보기').waitFor();
  expect(await history.getByText('취소됨').isVisible()).toBe(false);
  await history.getByText('변호사 배정 중').waitFor();
  await history.getByText(PROMISE).first().waitFor();
  // The order whose card was refused is folded away at the end.
  expect(await history.getByRole('listitem').first().innerText()).toContain('결제 완료');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect.poll(() => headings.allInnerTexts()).toEqual(SECTIONS);
  await history.getByRole('button', { name: /결제 완료/ }).click();
  const detail = page.getByRole('dialog', { name: '신청 상세' });
  await detail.getByText(DESCRIPTION).waitFor();
  await expectAccessible(page);
  const parts = await detail.getByRole('heading', { level: 4 }).allInnerTexts();
  expect(parts[0]).toBe('진행 내역');
  await expect.poll(() => detail.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });

  // The same again would be paid twice.
  await page.goto(`/purchase?serviceId=14&selectedPlan=${encodeURIComponent('의견서 작성')}&soldierId=${soldier.id}`);
  await page.getByText('지금 결제하시면 두 번 결제됩니다.', { exact: false }).waitFor();
  await page.getByRole('button', { name: /결제하기/ }).waitFor();
  await page.getByRole('link', { name: '그 신청 보기' }).click();
  await page.waitForURL(`**/orders/${order.id}`);
  visitor.expectNoTrouble(/status of 400/);
  await visitor.context.close();
});
