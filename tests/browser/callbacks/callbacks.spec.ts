import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import { formatSlot, formatSlotDay, formatSlotTime } from '#shared/format/callback-slot.ts';
import { formatDay } from '#shared/format/dates.ts';
import { toKoreanLocal } from '#shared/format/korean-local.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import {
  expectAccessible,
  expectGoodOnBothScreens,
  expectNoSidewaysScroll,
  setUpBrowser,
} from '#tests/support/browser/browser.ts';
import { visitAs } from '#tests/support/browser/visit-as.ts';

const shop = await setUpTestApp({ env: { PAGES: 'built' } });
const browser = await setUpBrowser();
beforeEach(async () => {
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 2, hours: null }).execute();
});

type Buyer = { user: User; order: OrderRow; client: Client };

async function buildBuyer(fullname = '홍길동'): Promise<Buyer> {
  const user = await shop.buildUser({ fullname });
  const order = await shop.buildOrder({ status: 'confirmed', user });
  return { user, order, client: await shop.client().as(user) };
}

/** The first day that has all of its slots, so after today. */
async function slotsOfNextDay({ client }: Buyer): Promise<CallbackSlot[]> {
  const today = toKoreanLocal(shop.clock.now()).slice(0, 10);
  const slots = (await client.get('/api/callback-slots')).json<CallbackSlot[]>();
  const later = slots.filter(({ starts_at }) => toKoreanLocal(starts_at).slice(0, 10) > today);
  return later.slice(0, 4);
}

/** One of the slots of the next day. */
async function slotAt(buyer: Buyer, at: number): Promise<CallbackSlot> {
  const slot = (await slotsOfNextDay(buyer))[at];
  if (!slot) throw new Error('no such slot');
  return slot;
}

const slotsOn = async ({ client }: Buyer, day: string): Promise<CallbackSlot[]> =>
  (await client.get(`/api/callback-slots?from=${day}&days=1`)).json();
const book = ({ client, order }: Buyer, { starts_at }: CallbackSlot) =>
  client.put(`/api/orders/${order.id}/callback`, { starts_at });
const bookedOf = async ({ client, order }: Buyer) => (await client.get(`/api/orders/${order.id}`)).json().callback;

async function choose(page: Page, slot: CallbackSlot): Promise<void> {
  const section = page.getByRole('region', { name: '전화 상담 시간' });
  await section.getByRole('radio', { name: formatSlotDay(slot.starts_at) }).check();
  await section.getByRole('radio', { name: formatSlotTime(slot) }).check();
}

describe('a booked call', () => {
  it('a buyer books a call at the result of the purchase', async () => {
    const buyer = await buildBuyer();
    const slot = await slotAt(buyer, 1);
    const soldier = {
      fullname: '김보기',
      relationship: '자녀',
      military_status: '복무 중',
      phone: '01000005678',
      email: null,
    };
    await shop.db
      .updateTable('orders')
      .set({ soldier: JSON.stringify(soldier) })
      .where('id', '=', buyer.order.id)
      .execute();
    const wish = { contact_window: '평일 저녁 7시 이후' };
    await shop.db.updateTable('orders').set(wish).where('id', '=', buyer.order.id).execute();
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, buyer.user, 'phone');
    await page.goto(`/purchase/result?orderId=${buyer.order.id}`);
    const section = page.getByRole('region', { name: '전화 상담 시간' });
    await section.getByText(wish.contact_window).waitFor();
    await section.getByText('통화하실 수 있는 시간을 고르시면').waitFor();
    await section.getByText('2자리 남음').first().waitFor();
    // All days are on the 'phone', and there is a way for a time that is not among them.
    const days = section.getByRole('group', { name: '날짜' });
    const expectAllDays = async () => expect(await days.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    await expectAllDays();
    expect(await section.getByRole('link', { name: '상담' }).getAttribute('href')).toBe(
      `/orders/${buyer.order.id}#consult`,
    );
    expect(await section.getByRole('button', { name: '이 시간으로 예약' }).isDisabled()).toBe(true);
    await expectGoodOnBothScreens(page, expectAllDays);
    await section.getByLabel('누구에게 걸까요?').selectOption('김보기 님에게 (010-0000-5678)');
    await choose(page, slot);
    await section.getByRole('button', { name: '이 시간으로 예약' }).click();
    await section.getByText('전화 상담 시간을 예약했습니다.').waitFor();
    await section.getByText(formatSlot(slot), { exact: true }).waitFor();
    await page.getByText(`${formatSlot(slot)}에 010-0000-5678로 전화드립니다.`).waitFor();
    expect(await bookedOf(buyer)).toMatchObject({ starts_at: slot.starts_at, whom: 'soldier' });
    expectNoTrouble();
    await context.close();
  });

  it('a buyer changes, downloads and cancels the call in the case room', async () => {
    const buyer = await buildBuyer();
    const [first, second] = [await slotAt(buyer, 0), await slotAt(buyer, 2)];
    await book(buyer, first);
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, buyer.user, 'phone');
    await page.goto(`/orders/${buyer.order.id}`);
    const section = page.getByRole('region', { name: '전화 상담 시간' });
    await section.getByText(formatSlot(first), { exact: true }).waitFor();

    const download = page.waitForEvent('download');
    await section.getByRole('link', { name: '캘린더에 추가' }).click();
    expect((await download).suggestedFilename()).toBe(`call-${buyer.order.order_number}.ics`);

    await section.getByRole('button', { name: '시간 변경' }).click();
    await section.getByRole('radio', { name: formatSlotDay(first.starts_at) }).check();
    const current = section.getByRole('radio', { name: formatSlotTime(first) });
    await current.waitFor();
    expect(await current.isDisabled()).toBe(true);
    await section.getByText('현재 예약').waitFor();
    await expectAccessible(page);
    await choose(page, second);
    await section.getByRole('button', { name: '이 시간으로 변경' }).click();
    await section.getByText('예약 시간을 변경했습니다.').waitFor();
    await section.getByText(formatSlot(second), { exact: true }).waitFor();

    await section.getByRole('button', { name: '예약 취소' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByRole('button', { name: '예약 취소' }).click();
    await section.getByText('예약을 취소했습니다.').waitFor();
    await section.getByRole('button', { name: '통화 시간 예약하기' }).waitFor();
    expect(await bookedOf(buyer)).toBeNull();
    expectNoTrouble();
    await context.close();
  });

  it('the last place goes to another person: the page says so and shows what is left', async () => {
    const buyer = await buildBuyer();
    const slot = await slotAt(buyer, 0);
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, buyer.user, 'phone');
    await page.goto(`/orders/${buyer.order.id}`);
    await choose(page, slot);
    for (const other of [await buildBuyer(), await buildBuyer()])
      expect((await book(other, slot)).statusCode).toBe(200);
    const section = page.getByRole('region', { name: '전화 상담 시간' });
    await section.getByRole('button', { name: '이 시간으로 예약' }).click();
    await section.getByText('방금 예약이 모두 찬 시간입니다.').waitFor();
    await section.getByText('마감').waitFor();
    expect(await section.getByRole('radio', { name: formatSlotTime(slot) }).isDisabled()).toBe(true);
    await shop.db.updateTable('callback_settings').set({ capacity: 0 }).execute();
    await page.reload();
    await section.getByText('앞으로 2주 동안은 예약이 모두 찼습니다.').waitFor();
    await expectNoSidewaysScroll(page);
    expectNoTrouble(/409/);
    await context.close();
  });

  it('administrators work through the calls of a day and set the places', async () => {
    const [late, early] = [await buildBuyer('나중 고객'), await buildBuyer('먼저 고객')];
    const [morning, noon] = [await slotAt(late, 0), await slotAt(late, 1)];
    await book(late, noon);
    await book(early, morning);
    const day = toKoreanLocal(morning.starts_at).slice(0, 10);
    const waiting = await buildBuyer('기다리는 고객');
    const promise = { contact_by: new Date(`${day}T18:00:00+09:00`) };
    await shop.db.updateTable('orders').set(promise).where('id', '=', waiting.order.id).execute();
    const admin = await shop.buildUser({ role: 'admin', permissions: ['orders'] });
    const { page, context, expectNoTrouble } = await visitAs({ browser, shop }, admin, 'phone');
    await page.goto('/admin/callbacks');
    await page.getByText('이 날에는 통화 예약이 없습니다.').waitFor();
    await page.getByLabel('날짜', { exact: true }).fill(day);
    await page.waitForURL(`**/admin/callbacks?date=${day}`);
    await page.getByText('예약 2건, 남은 통화 2건').waitFor();
    const names = page.getByText(/(먼저|나중) 고객/).filter({ visible: true });
    const shown = async () => (await names.allInnerTexts()).filter((text) => /^(먼저|나중) 고객$/.test(text));
    // On the axis, then in the list.
    await expect.poll(shown).toEqual(['먼저 고객', '나중 고객', '먼저 고객', '나중 고객']);
    const axis = page.getByRole('list', { name: '시간표' });
    await axis.getByRole('link', { name: /예약 먼저 고객$/ }).waitFor();
    await axis.getByRole('link', { name: '18:00 약속 기다리는 고객' }).waitFor();
    const phone = page.getByRole('link', { name: '010-1234-5678' }).filter({ visible: true }).first();
    expect(await phone.getAttribute('href')).toBe('tel:01012345678');
    await expectGoodOnBothScreens(page);
    await page.getByRole('button', { name: '먼저 고객 통화' }).filter({ visible: true }).click();
    await page.getByRole('dialog', { name: '통화: 먼저 고객' }).getByRole('button', { name: '통화함' }).click();
    await page.getByText('예약 2건, 남은 통화 1건').waitFor();
    await page
      .getByText(/\d 통화함$/)
      .filter({ visible: true })
      .waitFor();
    expect(await bookedOf(early)).toBeNull();

    await page.getByRole('link', { name: '다음 날' }).click();
    await page.getByText('이 날에는 통화 예약이 없습니다.').waitFor();
    await page.goBack();
    await page.getByText('예약 2건, 남은 통화 1건').waitFor();

    const places = page.getByRole('form', { name: '예약 인원' });
    await places.getByLabel('한 시간대에 받을 예약').fill('1.5');
    await places.getByRole('button', { name: '저장' }).click();
    await places.getByText('0부터 100까지의 정수').waitFor();
    await places.getByLabel('한 시간대에 받을 예약').fill('3');
    await places.getByRole('button', { name: '저장' }).click();
    await places.getByText('저장했습니다.').waitFor();
    expect((await slotAt(late, 2)).left).toBe(3);

    const hours = page.getByRole('form', { name: '통화 시간' });
    await expect.poll(() => hours.getByLabel('월요일').inputValue()).toBe('09:00-12:00, 13:00-18:00');
    await hours.getByLabel('토요일').fill('10:00-12:00, 11:00-13:00');
    await hours.getByRole('button', { name: '통화 시간 저장' }).click();
    await hours.getByText('겹치지 않게 차례로 입력해주세요.').waitFor();
    await hours.getByLabel('토요일').fill('10:00-12:00');
    await hours.getByRole('button', { name: '통화 시간 저장' }).click();
    await hours.getByText(/^완료.*저장했습니다\.$/).waitFor();
    const stored = await shop.db
      .selectFrom('callback_settings')
      .select(['capacity', 'hours'])
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ capacity: 3, hours: { 6: [['10:00', '12:00']] } });

    const holidays = page.getByRole('region', { name: '임시공휴일' });
    await holidays.getByText('추가한 임시공휴일이 없습니다.').waitFor();
    await holidays.getByRole('button', { name: '임시공휴일 추가' }).click();
    await holidays.getByText('공휴일의 이름을 입력해주세요.').waitFor();
    await holidays.getByLabel('휴일 날짜').fill(day);
    await holidays.getByLabel('휴일 이름').fill('국군의 날');
    await holidays.getByRole('button', { name: '임시공휴일 추가' }).click();
    await holidays.getByText(`${formatDay(day)} 국군의 날`).waitFor();
    expect(await slotsOn(late, day)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await holidays.getByRole('button', { name: '국군의 날 삭제' }).click();
    await holidays.getByText('추가한 임시공휴일이 없습니다.').waitFor();
    expect(await slotsOn(late, day)).not.toEqual([]);
    await page.getByRole('link', { name: late.order.order_number }).filter({ visible: true }).click();
    await page.waitForURL(`**/admin/orders/${late.order.id}`);
    await page.getByText(`통화 예약 ${formatSlot(noon)}`).waitFor();
    expectNoTrouble();
    await context.close();
  });
});
