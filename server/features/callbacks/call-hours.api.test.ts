import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/lib/time.ts';
import type { AdminCallback, CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

/** 12:00 in Korea on a Monday. */
const clock = createTestClock(new Date('2026-11-23T03:00:00Z'));
const TUESDAY_MORNING = '2026-11-24T00:00:00.000Z';
const TUESDAY_NOON = '2026-11-24T02:00:00.000Z';
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

beforeEach(async () => {
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 2, hours: null }).execute();
});

type Buyer = { user: User; order: OrderRow; client: Client };

async function buildBuyer(): Promise<Buyer> {
  const user = await shop.buildUser();
  return { user, order: await shop.buildOrder({ status: 'confirmed', user }), client: await shop.client().as(user) };
}

/** `09:00-09:30` in Korea. */
const koreanTimes = ({ starts_at, ends_at }: CallbackSlot) =>
  [starts_at, ends_at]
    .map((at) => new Date(new Date(at).getTime() + 9 * HOUR_MS).toISOString().slice(11, 16))
    .join('-');
const slotsFrom = async ({ client }: Buyer, query: string): Promise<CallbackSlot[]> =>
  (await client.get(`/api/callback-slots${query}`)).json();
const book = ({ client, order }: Buyer, starts_at: string, whom?: unknown) =>
  client.put(`/api/orders/${order.id}/callback`, { starts_at, whom });
const callsOn = async (date: string): Promise<AdminCallback[]> =>
  (await admin.client.get(`/api/admin/callbacks?date=${date}`)).json();

describe('the hours for calls', () => {
  it('follows the hours that staff set for each day, Saturdays too, but no holiday', async () => {
    const buyer = await buildBuyer();
    const hours = {
      2: [
        ['09:00', '10:00'],
        ['19:00', '20:00'],
      ],
      5: [['10:00', '11:00']],
      6: [['10:00', '11:00']],
    };
    expect((await admin.client.put('/api/admin/callback-capacity', { capacity: 2, hours })).json()).toEqual({
      capacity: 2,
      hours,
    });
    const times = async (from: string) => (await slotsFrom(buyer, `?from=${from}&days=1`)).map(koreanTimes);
    expect(await times('2026-11-24')).toEqual(['09:00-09:30', '09:30-10:00', '19:00-19:30', '19:30-20:00']);
    expect(await times('2026-11-25')).toEqual([]);
    expect(await times('2026-11-28')).toEqual(['10:00-10:30', '10:30-11:00']);
    expect(await times('2026-11-29')).toEqual([]);
    expect(await times('2026-12-25')).toEqual([]);
    expect((await book(buyer, '2026-11-24T10:00:00Z')).statusCode).toBe(200);
    expectError(await book(buyer, TUESDAY_NOON), 400, 'VALIDATION_FAILED');
  });

  it('follows SERVICE_DESK_HOURS', async () => {
    const other = await startTestApp({ clock, env: { SERVICE_DESK_HOURS: '10:00-17:30' } });
    try {
      const client = await other.client().as(await other.buildUser());
      const slots = (await client.get('/api/callback-slots?from=2026-11-24&days=1')).json<CallbackSlot[]>();
      expect(slots.map(koreanTimes).filter((_slot, at) => at % 4 === 0)).toEqual([
        ...['10:00-10:30', '13:00-13:30', '15:00-15:30', '17:00-17:30'],
      ]);
    } finally {
      await other.close();
    }
  });

  it.each([
    { 7: [['09:00', '12:00']] },
    { 1: [['9:00', '12:00']] },
    { 1: [['12:00', '09:00']] },
    { 1: [['09:00', '09:00']] },
    {
      1: [
        ['09:00', '12:00'],
        ['11:30', '13:00'],
      ],
    },
    { 1: [['25:00', '26:00']] },
    { 1: [['09:00']] },
    { 1: '09:00-12:00' },
    [],
  ])('refuses the hours %j', async (hours) => {
    expectError(
      await admin.client.put('/api/admin/callback-capacity', { capacity: 1, hours }),
      400,
      'VALIDATION_FAILED',
    );
  });
});

describe('who is called', () => {
  it('books a call to the soldier, and changes it to the buyer at the same time', async () => {
    const soldier = {
      fullname: '김보기',
      relationship: '자녀',
      military_status: '복무 중',
      phone: '01000005678',
      email: null,
    };
    const buyer = await buildBuyer();
    await shop.db
      .updateTable('orders')
      .set({ soldier: JSON.stringify(soldier) })
      .where('id', '=', buyer.order.id)
      .execute();
    expect((await book(buyer, TUESDAY_MORNING, 'soldier')).json<Order>().callback?.whom).toBe('soldier');
    expect(await callsOn('2026-11-24')).toMatchObject([{ whom: 'soldier', phone: soldier.phone }]);
    expect((await book(buyer, TUESDAY_MORNING, 'buyer')).json<Order>().callback?.whom).toBe('buyer');
    expect(await callsOn('2026-11-24')).toMatchObject([{ whom: 'buyer', phone: buyer.user.phone }]);
  });

  it.each(['soldier', 'neighbour', null, 1])(
    'refuses whom: %j for a soldier without a phone, or another',
    async (whom) => {
      const buyer = await buildBuyer();
      await shop.db.updateTable('orders').set({ soldier: null }).where('id', '=', buyer.order.id).execute();
      const response = await book(buyer, TUESDAY_MORNING, whom);
      expectError(response, 400, 'VALIDATION_FAILED');
      expect(response.json().details).toMatchObject([{ path: 'whom' }]);
    },
  );
});
