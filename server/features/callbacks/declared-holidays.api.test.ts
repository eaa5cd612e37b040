import { afterEach, describe, expect, it } from 'vitest';
import type { CallbackSlot, DeclaredHoliday } from '#shared/features/callbacks/schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';

/** 12:00 in Korea on a Monday. */
const NOON = new Date('2026-11-23T03:00:00Z');
const TUESDAY: DeclaredHoliday = { day: '2026-11-24', name: '임시공휴일' };

const shop = await setUpTestApp({ clock: createTestClock(NOON) });
const admin = await buildAdmin(shop);

const add = (body: object) => admin.client.post('/api/admin/holidays', body);
const remove = (day: string) => admin.client.delete(`/api/admin/holidays/${day}`);
afterEach(() => remove(TUESDAY.day));

async function slotsOn(day: string): Promise<number> {
  const client = await shop.client().as(await shop.buildUser());
  const slots = (await client.get(`/api/callback-slots?from=${day}&days=1`)).json<CallbackSlot[]>();
  return slots.length;
}

/** Pays an order and asks for its money; returns the promised call and the day the request is due. */
async function promises() {
  const fixture = await buildPaymentFixture(shop);
  await fixture.confirm(await fixture.pay());
  const path = `/api/orders/${fixture.row.id}`;
  const asked = await fixture.client.post(`${path}/refund-requests`, { reason: '사정이 생겼습니다.' });
  expect(asked.statusCode, asked.body).toBeLessThan(300);
  const { work, refund } = (await fixture.client.get(path)).json<Order>();
  return { fixture, contactBy: work?.contact_by, dueOn: refund?.request?.due_on };
}

describe('a holiday that an administrator adds', () => {
  it('is no day for calls, promised calls and refunds, and ends when it is removed', async () => {
    expect(await slotsOn(TUESDAY.day)).toBeGreaterThan(0);
    const before = await promises();
    expect([before.contactBy, before.dueOn]).toEqual(['2026-11-24T09:00:00.000Z', '2026-12-02']);
    expect((await add(TUESDAY)).json()).toEqual([TUESDAY]);
    expect(await slotsOn(TUESDAY.day)).toBe(0);
    const during = await promises();
    expect([during.contactBy, during.dueOn]).toEqual(['2026-11-25T09:00:00.000Z', '2026-12-03']);
    const kept = (await before.fixture.client.get(`/api/orders/${before.fixture.row.id}`)).json<Order>();
    expect(kept.work?.contact_by).toBe('2026-11-24T09:00:00.000Z');
    expect((await remove(TUESDAY.day)).json()).toEqual([]);
    expect(await slotsOn(TUESDAY.day)).toBeGreaterThan(0);
  });

  it('is listed by day, renamed by the same day again, and each change is in the audit log', async () => {
    const later = { day: '2027-01-04', name: '대체공휴일' };
    for (const holiday of [later, TUESDAY, TUESDAY, { ...TUESDAY, name: '국군의 날' }]) {
      const added = await add(holiday);
      expect(added.statusCode, added.body).toBe(200);
    }
    const listed = [{ ...TUESDAY, name: '국군의 날' }, later];
    expect((await admin.client.get('/api/admin/holidays')).json()).toEqual(listed);
    expect((await remove(later.day)).json()).toEqual(listed.slice(0, 1));
    expect((await remove(later.day)).statusCode).toBe(200);
    const acts = await admin.audit('callback.');
    expect(
      acts.slice(0, 4).map(({ action, subject_id, before, after }) => [action, subject_id, before, after]),
    ).toEqual([
      ['callback.remove_holiday', later.day, { name: later.name }, null],
      ['callback.declare_holiday', TUESDAY.day, { name: TUESDAY.name }, { name: '국군의 날' }],
      ['callback.declare_holiday', TUESDAY.day, null, { name: TUESDAY.name }],
      ['callback.declare_holiday', later.day, null, { name: later.name }],
    ]);
  });

  it.each([
    {},
    { day: '2026-02-30', name: '없는 날' },
    { day: '내일', name: '내일' },
    { day: '2026-12-01', name: ' ' },
  ])('is refused as %j', async (body) => {
    expectError(await add(body), 400, 'VALIDATION_FAILED');
    expectError(await remove('tomorrow'), 400, 'VALIDATION_FAILED');
  });
});
