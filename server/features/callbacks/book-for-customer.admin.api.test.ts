import { beforeEach, describe, expect, it } from 'vitest';
import type { CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

/** 12:00 in Korea on a Monday. */
const clock = createTestClock(new Date('2026-11-23T03:00:00Z'));
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);
const TUESDAY = '2026-11-24T00:00:00.000Z';
const WEDNESDAY = '2026-11-25T00:00:00.000Z';

beforeEach(async () => {
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 1, hours: null }).execute();
});

type Case = { id: number; buyer: Client };

async function buildCase(wishes: Parameters<TestApp['buildOrder']>[0] = {}): Promise<Case> {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({ status: 'confirmed', user, ...wishes });
  return { id: order.id, buyer: await shop.client().as(user) };
}

const book = ({ id }: { id: number }, body: object, client = admin.client) =>
  client.put(`/api/admin/orders/${id}/callback`, body);
const cancel = ({ id }: { id: number }, client = admin.client) => client.delete(`/api/admin/orders/${id}/callback`);
const shownTo = async ({ id, buyer }: Case) => (await buyer.get(`/api/orders/${id}`)).json().callback;
/** Parameters of the notices about the booking, the oldest first. */
const noticesTo = async ({ id }: Case) =>
  (
    await shop.db
      .selectFrom('notice_events')
      .select('params')
      .where('order_id', '=', id)
      .where('kind', '=', 'callback_booked')
      .orderBy('id')
      .execute()
  ).map(({ params }) => params);
const auditOf = async ({ id }: Case) =>
  (
    await shop.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_type', '=', 'order')
      .where('subject_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('PUT /api/admin/orders/{id}/callback', () => {
  it('books a call, shows it to the customer and notifies the customer', async () => {
    const here = await buildCase();
    const response = await book(here, { starts_at: TUESDAY });
    expect(response.statusCode, response.body).toBe(200);
    const callback = { starts_at: TUESDAY, ends_at: '2026-11-24T00:30:00.000Z', whom: 'buyer' };
    expect(response.json<AdminOrder>()).toMatchObject({ id: here.id, callback });
    expect(await shownTo(here)).toEqual(callback);
    expect(await noticesTo(here)).toMatchObject([{ slot: '11월 24일(화) 09:00~09:30' }]);
    expect(await auditOf(here)).toEqual(['callback.book']);
  });

  it('moves the booked call, and tells the newest time alone', async () => {
    const here = await buildCase();
    await here.buyer.put(`/api/orders/${here.id}/callback`, { starts_at: TUESDAY });
    expect(await noticesTo(here)).toEqual([]);
    await book(here, { starts_at: WEDNESDAY });
    await book(here, { starts_at: TUESDAY });
    expect(await shownTo(here)).toMatchObject({ starts_at: TUESDAY });
    expect(await noticesTo(here)).toMatchObject([{ slot: '11월 24일(화) 09:00~09:30' }]);
  });

  it('tells nothing for the same call again', async () => {
    const here = await buildCase();
    await here.buyer.put(`/api/orders/${here.id}/callback`, { starts_at: TUESDAY });
    expect((await book(here, { starts_at: TUESDAY })).statusCode).toBe(200);
    expect(await noticesTo(here)).toEqual([]);
    expect(await auditOf(here)).toEqual([]);
  });

  it('calls the soldier, whose number the order has, and refuses one without', async () => {
    const user = await shop.buildUser();
    const soldier = await shop.buildSoldier({ user, phone: '01033334444' });
    const here = await buildCase({ user, soldier });
    expect((await book(here, { starts_at: TUESDAY, whom: 'soldier' })).json().callback.whom).toBe('soldier');
    const without = await buildCase();
    await shop.db.updateTable('orders').set({ soldier: null }).where('id', '=', without.id).execute();
    expectError(await book(without, { starts_at: WEDNESDAY, whom: 'soldier' }), 400, 'VALIDATION_FAILED');
  });

  it('refuses a full slot, a time that is none, and an order that is over', async () => {
    const [first, second] = [await buildCase(), await buildCase()];
    await book(first, { starts_at: TUESDAY });
    expectError(await book(second, { starts_at: TUESDAY }), 409, 'SLOT_FULL');
    expectError(await book(second, { starts_at: '2026-11-24T00:10:00Z' }), 400, 'VALIDATION_FAILED');
    expectError(await book(second, {}), 400, 'VALIDATION_FAILED');
    expectError(await book(await buildCase({ status: 'cancelled' }), { starts_at: WEDNESDAY }), 409, 'ORDER_NOT_PAID');
    expectError(await book({ id: 999_999 }, { starts_at: WEDNESDAY }), 404, 'ORDER_NOT_FOUND');
    expect(await noticesTo(second)).toEqual([]);
  });

  it('books for unpaid orders beyond the limit of the customer', async () => {
    const user = await shop.buildUser();
    const buyer = await shop.client().as(user);
    const slots = (await buyer.get('/api/callback-slots')).json<CallbackSlot[]>();
    for (const at of [0, 1, 2, 3]) {
      const order = await shop.buildOrder({ user, status: 'pending' });
      expect((await book(order, { starts_at: slots[at]?.starts_at })).statusCode).toBe(200);
    }
  });
});

describe('DELETE /api/admin/orders/{id}/callback', () => {
  it('cancels the call, tells the customer, and frees the slot', async () => {
    const here = await buildCase();
    await here.buyer.put(`/api/orders/${here.id}/callback`, { starts_at: TUESDAY });
    const response = await cancel(here);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json<AdminOrder>()).toMatchObject({ id: here.id, callback: null });
    expect(await shownTo(here)).toBeNull();
    expect(await noticesTo(here)).toMatchObject([{ slot: '취소되었습니다' }]);
    expect(await auditOf(here)).toEqual(['callback.cancel']);
    expect((await book(await buildCase(), { starts_at: TUESDAY })).statusCode).toBe(200);
  });

  it('changes and tells nothing where no call is booked', async () => {
    const here = await buildCase();
    expect((await cancel(here)).statusCode).toBe(200);
    expect(await noticesTo(here)).toEqual([]);
    expectError(await cancel({ id: 999_999 }), 404, 'ORDER_NOT_FOUND');
  });
});
