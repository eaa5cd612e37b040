import { describe, expect, it } from 'vitest';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { formatSlot, formatSlotDay, formatSlotTime } from '#shared/format/callback-slot.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { expectAccessible, expectNoSidewaysScroll, setUpBrowser } from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();

async function buildCase(fullname: string) {
  const user = await shop.buildUser({ fullname });
  const soldier = await shop.buildSoldier({ user, fullname: '김군인', phone: '01000005678', relationship: '자녀' });
  const order = await shop.buildOrder({ status: 'confirmed', user, soldier });
  return { order, client: await shop.client().as(user) };
}

describe('a call that staff book', () => {
  it('is of a case, moved from the list of the day, and cancelled', async () => {
    const { order, client } = await buildCase('예약 고객');
    const today = toKoreanLocal(shop.clock.now()).slice(0, 10);
    const slots = (await client.get('/api/callback-slots')).json<CallbackSlot[]>();
    const [first, second] = slots.filter(
      ({ starts_at, left }) => left > 0 && toKoreanLocal(starts_at).slice(0, 10) > today,
    );
    if (!first || !second) throw new Error('no slots');
    const bookedOf = async () => (await client.get(`/api/orders/${order.id}`)).json().callback;
    const admin = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');
    await page.goto(`/admin/orders/${order.id}`);
    const clock = page.getByRole('region', { name: '연락 기한' });
    await clock.getByRole('button', { name: '통화 예약' }).click();
    const dialog = page.getByRole('dialog', { name: '통화 예약: 예약 고객' });
    await dialog.getByText('시간을 먼저 선택해주세요.').waitFor();
    await dialog.getByLabel('누구에게 걸까요?').selectOption({ label: '김군인 님에게 (010-0000-5678)' });
    await dialog.getByRole('radio', { name: formatSlotDay(first.starts_at) }).check();
    await dialog.getByRole('radio', { name: formatSlotTime(first) }).check();
    await dialog.getByText('누르면 고객에게 바로 알립니다.').waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: '이 시간으로 예약' }).click();
    await clock.getByText(`통화 예약 ${formatSlot(first)} (군인에게)`).waitFor();
    expect(await bookedOf()).toMatchObject({ starts_at: first.starts_at, whom: 'soldier' });

    await page.goto(`/admin/callbacks?date=${toKoreanLocal(first.starts_at).slice(0, 10)}`);
    await page.getByRole('button', { name: '예약 고객 예약 변경' }).filter({ visible: true }).click();
    await dialog.getByRole('radio', { name: formatSlotDay(second.starts_at) }).check();
    await dialog.getByRole('radio', { name: formatSlotTime(second) }).check();
    await dialog.getByRole('button', { name: '이 시간으로 변경' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await bookedOf()).toMatchObject({ starts_at: second.starts_at, whom: 'soldier' });

    await page.goto(`/admin/orders/${order.id}`);
    await clock.getByRole('button', { name: '예약 취소' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '예약 취소' }).click();
    await clock.getByRole('button', { name: '통화 예약' }).waitFor();
    expect(await bookedOf()).toBeNull();
    expectNoTrouble();
    await context.close();
  });
});

it('asks for the outcome of a call once the page is back from the phone', async () => {
  const { order } = await buildCase('돌아온 고객');
  await shop.db.updateTable('users').set({ phone: '01023456789' }).where('id', '=', order.user_id).execute();
  const admin = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
  const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');
  await page.goto(`/admin/orders/${order.id}`);
  const number = page.getByRole('region', { name: '연락처' }).getByRole('link', { name: '010-2345-6789' });
  await number.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const dialog = page.getByRole('dialog', { name: '통화: 돌아온 고객' });
  // Left for something else.
  await show('hidden');
  await show('visible');
  expect(await dialog.count()).toBe(0);
  await number.click();
  await show('hidden');
  await show('visible');
  await dialog.getByRole('button', { name: '부재중' }).click();
  await page.getByText('돌아온 고객 부재중. 고객에게 알리지 않습니다.').waitFor();
  await show('hidden');
  await show('visible');
  expect(await dialog.count()).toBe(0);
  expectNoTrouble();
  await context.close();
});
