import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { formatSlot, formatSlotDay, formatSlotTime } from '#shared/format/callback-slot.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built', SEED_SAMPLE: '1' } });
const browser = await setUpBrowser();

const payButton = (page: Page) => page.getByRole('button', { name: /원 결제하기$/ });
const bookedCalls = () =>
  shop.db
    .selectFrom('callbacks')
    .innerJoin('orders', 'orders.id', 'callbacks.order_id')
    .select(['orders.status', 'callbacks.whom', 'callbacks.starts_at'])
    .where('orders.status', '!=', 'cancelled')
    .orderBy('callbacks.starts_at')
    .execute();

it('all is changed and the call chosen before paying', async () => {
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 1 }).execute();
  const user = await shop.buildUser({ email: 'before@example.com', phone: '01012345678' });
  const [first, second] = [
    await shop.buildSoldier({ user, fullname: '김첫째' }),
    await shop.buildSoldier({ user, fullname: '김둘째' }),
  ];
  const client = await shop.client().as(user);
  const slots = (await client.get('/api/callback-slots')).json<CallbackSlot[]>();
  const [slot, next] = slots.slice(-2);
  if (!slot || !next) throw new Error('no slots');
  const visitor = await visitAs({ browser, shop }, user, 'phone');
  const { page } = visitor;
  const plan = encodeURIComponent('의견서 작성');
  await page.goto(`/purchase?serviceId=14&selectedPlan=${plan}&soldierId=${first.id}`);

  // The button is there at once: at the thumb, or on a desktop beside the summary.
  await payButton(page).waitFor();
  const box = await payButton(page).boundingBox();
  const view = page.viewportSize();
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(view?.height ?? 0);
  expect(box?.y).toBeGreaterThan(700);
  await expectGoodOnBothScreens(page, async () =>
    expect((await payButton(page).boundingBox())?.x).toBeGreaterThan(700),
  );

  await page.getByRole('button', { name: '상품 옵션 바꾸기' }).click();
  await page.getByLabel('상품 옵션').selectOption('항고 대리');
  await page.getByRole('button', { name: '1,500,000원 결제하기' }).waitFor();
  await page.getByRole('button', { name: '대상 군인 바꾸기' }).click();
  await page.getByLabel('대상 군인').selectOption(String(second.id));
  await page.waitForURL(`**soldierId=${second.id}**`);

  await page
    .getByRole('region', { name: /^결제 방법/ })
    .getByText('계좌 입금(가상계좌)')
    .waitFor();
  const call = page.getByRole('region', { name: /^전화 상담 시간/ });
  await call.getByRole('button', { name: '시간 고르기' }).click();
  await call.getByLabel('누구에게 걸까요?').selectOption('soldier');
  await call.getByRole('radio', { name: formatSlotDay(slot.starts_at) }).check();
  await call.getByRole('radio', { name: formatSlotTime(slot) }).check();
  await call.getByText('맞는 시간이 없으면 아래 ‘통화 희망 시간’에 적어주세요.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // The last place goes to another person meanwhile: nothing is paid, and the page says so.
  const other = await shop.buildOrder({ status: 'confirmed' });
  const starts_at = new Date(slot.starts_at);
  const taken = { order_id: other.id, starts_at, ends_at: new Date(slot.ends_at) };
  await shop.db.insertInto('callbacks').values(taken).execute();
  await payButton(page).click();
  await call.getByRole('alert').waitFor();
  const orders = shop.db.selectFrom('orders').select('status').where('user_id', '=', user.id);
  await expect.poll(() => orders.execute()).toEqual([{ status: 'cancelled' }]);
  await call.getByRole('radio', { name: formatSlotTime(next) }).check();

  // A number that stands in its field counts without its own button.
  await page.getByRole('button', { name: '연락받을 번호 바꾸기' }).click();
  await page.locator('input:focus').and(page.getByLabel('연락받을 번호')).waitFor();
  await page.getByLabel('연락받을 번호').fill('0109999');
  await payButton(page).click();
  await page.getByText(/^올바른 전화번호 형식이 아닙니다\..* 결제는 시작하지 않았습니다\.$/).waitFor();
  await page.getByLabel('연락받을 번호').fill('01099998888');
  await payButton(page).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  await page.getByRole('button', { name: '결제 거절' }).click();
  await page.getByRole('alertdialog').getByRole('link', { name: '다시 결제하기' }).click();
  await page.waitForURL('**/sandbox/bootpay/pay/**');
  await page.getByRole('button', { name: '1,500,000원 결제 승인' }).waitFor();
  const stored = shop.db.selectFrom('users').select('phone').where('id', '=', user.id);
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ phone: '01099998888' });
  expect(await bookedCalls()).toEqual([
    { status: 'confirmed', whom: 'buyer', starts_at },
    { status: 'pending', whom: 'soldier', starts_at: new Date(next.starts_at) },
  ]);
  await page.getByLabel('카드').first().check();
  await page.getByLabel('모두 동의합니다').check();
  await page.getByRole('button', { name: '1,500,000원 결제 승인' }).click();
  await page.waitForURL('**/purchase/result?**');
  await page.getByText(formatSlot(next)).first().waitFor();
  visitor.expectNoTrouble(/status of 40[09]/);
  await visitor.context.close();
});
