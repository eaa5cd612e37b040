import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/lib/time.ts';
import type { AdminCallback, CallbackCapacity, CallbackSlot } from '#shared/features/callbacks/schemas.ts';
import type { Order } from '#shared/features/orders/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, type TestApp } from '#tests/support/app/app.ts';
import type { Client } from '#tests/support/app/client.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import type { OrderRow, User } from '#tests/support/app/factories.ts';
import { buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';

/** 12:00 in Korea on a Monday. */
const NOON = new Date('2026-11-23T03:00:00Z');
const MONDAY_AFTERNOON = '2026-11-23T06:00:00.000Z';
const TUESDAY_MORNING = '2026-11-24T00:00:00.000Z';
const TUESDAY_NOON = '2026-11-24T02:00:00.000Z';
const HALF_HOUR_MS = HOUR_MS / 2;
const endOf = (startsAt: string) => new Date(new Date(startsAt).getTime() + HALF_HOUR_MS).toISOString();
/** `09:00-09:30` in Korea. */
const koreanTimes = ({ starts_at, ends_at }: CallbackSlot) =>
  [starts_at, ends_at]
    .map((at) => new Date(new Date(at).getTime() + 9 * HOUR_MS).toISOString().slice(11, 16))
    .join('-');

const clock = createTestClock(NOON);
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

beforeEach(async () => {
  clock.set(NOON);
  await shop.db.deleteFrom('callbacks').execute();
  await shop.db.updateTable('callback_settings').set({ capacity: 2, hours: null }).execute();
});

type Buyer = { user: User; order: OrderRow; client: Client };

async function buildBuyer(wishes: Parameters<TestApp['buildOrder']>[0] = {}): Promise<Buyer> {
  const user = await shop.buildUser();
  const order = await shop.buildOrder({
    status: 'confirmed',
    user,
    createdAt: new Date(NOON.getTime() - DAY_MS),
    ...wishes,
  });
  return { user, order, client: await shop.client().as(user) };
}

const book = ({ client, order }: Buyer, starts_at: unknown) =>
  client.put(`/api/orders/${order.id}/callback`, { starts_at });
const cancel = ({ client, order }: Buyer) => client.delete(`/api/orders/${order.id}/callback`);
const orderOf = async ({ client, order }: Buyer): Promise<Order> =>
  (await client.get(`/api/orders/${order.id}`)).json();
const slotsFrom = async ({ client }: Buyer, query = ''): Promise<CallbackSlot[]> =>
  (await client.get(`/api/callback-slots${query}`)).json();
const leftAt = async (buyer: Buyer, startsAt: string) =>
  (await slotsFrom(buyer)).find(({ starts_at }) => starts_at === startsAt)?.left;
const callsOn = async (date: string): Promise<AdminCallback[]> =>
  (await admin.client.get(`/api/admin/callbacks?date=${date}`)).json();
const contact = ({ order }: Buyer, body: object = {}) =>
  admin.client.post(`/api/admin/orders/${order.id}/contacted`, body);

describe('GET /api/callback-slots', () => {
  it('lists half hours in office hours without lunch that begin in two hours or later, with the places left', async () => {
    const buyer = await buildBuyer();
    const monday = await slotsFrom(buyer, '?from=2026-11-23&days=1');
    expect(monday.map(koreanTimes)).toEqual([
      ...['14:00-14:30', '14:30-15:00', '15:00-15:30', '15:30-16:00'],
      ...['16:00-16:30', '16:30-17:00', '17:00-17:30', '17:30-18:00'],
    ]);
    expect(monday[2]).toEqual({ starts_at: MONDAY_AFTERNOON, ends_at: endOf(MONDAY_AFTERNOON), left: 2 });
    const tuesday = await slotsFrom(buyer, '?from=2026-11-24&days=1');
    expect(tuesday.map(koreanTimes).slice(4, 8)).toEqual(['11:00-11:30', '11:30-12:00', '13:00-13:30', '13:30-14:00']);
    expect(tuesday).toHaveLength(16);
  });

  it('has none on weekends, holidays and days that are over', async () => {
    const buyer = await buildBuyer();
    expect(await slotsFrom(buyer, '?from=2026-11-28&days=2')).toEqual([]);
    expect(await slotsFrom(buyer, '?from=2026-12-25&days=1')).toEqual([]);
    expect(await slotsFrom(buyer, '?from=2026-11-16&days=7')).toEqual([]);
    expect(await slotsFrom(buyer, '?days=14')).toHaveLength(8 + 16 * 9);
  });

  it.each(['days=0', 'days=15', 'days=x', 'days=1.5', 'from=2026-13-01', 'from=tomorrow', 'from=9999-12-31'])(
    'refuses ?%s',
    async (query) => {
      const { client } = await buildBuyer();
      expectError(await client.get(`/api/callback-slots?${query}`), 400, 'VALIDATION_FAILED');
    },
  );

  it('returns 401 for a visitor', async () => {
    expectError(await shop.client().get('/api/callback-slots'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /api/orders/{id}/callback', () => {
  it('books a slot, which every answer of the order shows', async () => {
    const buyer = await buildBuyer();
    expect((await orderOf(buyer)).callback).toBeNull();
    const response = await book(buyer, '2026-11-24T09:00:00+09:00');
    expect(response.statusCode).toBe(200);
    const callback = { starts_at: TUESDAY_MORNING, ends_at: endOf(TUESDAY_MORNING), whom: 'buyer' };
    expect(response.json<Order>()).toMatchObject({ id: buyer.order.id, callback });
    expect((await orderOf(buyer)).callback).toEqual(callback);
    expect((await buyer.client.get('/api/orders/my')).json<Order[]>()).toMatchObject([{ callback }]);
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(1);
    expect((await admin.client.get(`/api/admin/orders/${buyer.order.id}`)).json()).toMatchObject({ callback });
  });

  it('moves a booking, which frees the old place', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    expect((await book(buyer, TUESDAY_NOON)).json<Order>().callback?.starts_at).toBe(TUESDAY_NOON);
    expect([await leftAt(buyer, TUESDAY_MORNING), await leftAt(buyer, TUESDAY_NOON)]).toEqual([2, 1]);
  });

  it('takes the same slot again without a second place, also when it is full or near', async () => {
    const buyer = await buildBuyer();
    await admin.client.put('/api/admin/callback-capacity', { capacity: 1 });
    for (const _ of [1, 2]) expect((await book(buyer, TUESDAY_MORNING)).statusCode).toBe(200);
    clock.set(new Date('2026-11-23T23:00:00Z'));
    expect((await book(buyer, TUESDAY_MORNING)).statusCode).toBe(200);
  });

  it('returns SLOT_FULL and leaves an earlier booking as it is', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_NOON);
    for (const _ of [1, 2]) await book(await buildBuyer(), TUESDAY_MORNING);
    expectError(await book(buyer, TUESDAY_MORNING), 409, 'SLOT_FULL');
    expect((await orderOf(buyer)).callback?.starts_at).toBe(TUESDAY_NOON);
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(0);
  });

  it.each([
    ['2026-11-23T04:00:00Z', 'within two hours'],
    ['2026-11-20T00:00:00Z', 'in the past'],
    ['2026-11-24T00:15:00Z', 'in the middle of a slot'],
    ['2026-11-24T03:00:00Z', 'at lunch'],
    ['2026-11-24T00:00:00.001Z', 'a moment after its beginning'],
    ['2026-11-24T09:00:00Z', 'after the last slot'],
    ['2026-11-28T00:00:00Z', 'on a Saturday'],
    ['2026-12-25T00:00:00Z', 'on a holiday'],
    ['2026-11-24', 'no moment'],
    [undefined, 'missing'],
    [1, 'no text'],
  ])('refuses %s, %s', async (startsAt, _why) => {
    const buyer = await buildBuyer();
    const response = await book(buyer, startsAt);
    expectError(response, 400, 'VALIDATION_FAILED');
    expect(response.json().details).toMatchObject([{ path: 'starts_at' }]);
    expect((await orderOf(buyer)).callback).toBeNull();
  });

  it.each(['pending', 'processing'] as const)('books for an order that is %s, until it ends unpaid', async (status) => {
    const buyer = await buildBuyer({ status });
    expect((await book(buyer, TUESDAY_MORNING)).json<Order>().callback?.starts_at).toBe(TUESDAY_MORNING);
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(1);
    await admin.client.put(`/api/admin/orders/${buyer.order.id}`, { status: 'cancelled' });
    expect((await orderOf(buyer)).callback).toBeNull();
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(2);
  });

  it('books three calls for unpaid orders of an account at a time, and any for paid ones', async () => {
    await shop.db.updateTable('callback_settings').set({ capacity: 9 }).execute();
    const buyer = await buildBuyer({ status: 'pending' });
    const build = async (status: 'pending' | 'processing' | 'confirmed') =>
      ({ ...buyer, order: await shop.buildOrder({ status, user: buyer.user }) }) satisfies Buyer;
    const unpaid = [buyer, await build('processing'), await build('pending')];
    for (const each of unpaid) expect((await book(each, TUESDAY_MORNING)).statusCode).toBe(200);
    const fourth = await build('pending');
    const refused = await book(fourth, TUESDAY_NOON);
    expectError(refused, 429, 'TOO_MANY_REQUESTS');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await book(buyer, TUESDAY_NOON)).statusCode).toBe(200);
    for (let paid = 0; paid < 2; paid += 1) {
      expect((await book(await build('confirmed'), MONDAY_AFTERNOON)).statusCode).toBe(200);
    }
    await cancel(buyer);
    expect((await book(fourth, TUESDAY_NOON)).statusCode).toBe(200);
  });

  it.each(['cancelled', 'error'] as const)('refuses an order that is %s', async (status) => {
    expectError(await book(await buildBuyer({ status }), TUESDAY_MORNING), 409, 'ORDER_NOT_PAID');
  });

  it("returns 404 for an unknown order and another user's, 401 for a visitor", async () => {
    const buyer = await buildBuyer();
    const other = await buildBuyer();
    const client = other.client;
    expectError(await book({ ...buyer, client }, TUESDAY_MORNING), 404, 'ORDER_NOT_FOUND');
    expectError(await cancel({ ...buyer, client }), 404, 'ORDER_NOT_FOUND');
    expectError(await client.get(`/api/orders/${buyer.order.id}/callback.ics`), 404, 'ORDER_NOT_FOUND');
    expectError(
      await client.put('/api/orders/2147483647/callback', { starts_at: TUESDAY_NOON }),
      404,
      'ORDER_NOT_FOUND',
    );
    expectError(await client.put('/api/orders/x/callback', { starts_at: TUESDAY_NOON }), 400, 'INVALID_ID');
    expectError(await book({ ...buyer, client: shop.client() }, TUESDAY_NOON), 401, 'UNAUTHENTICATED');
  });
});

describe('DELETE /api/orders/{id}/callback', () => {
  it('frees the place; a repeat changes nothing', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    for (const _ of [1, 2]) {
      const response = await cancel(buyer);
      expect(response.statusCode).toBe(200);
      expect(response.json<Order>()).toMatchObject({ id: buyer.order.id, callback: null });
    }
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(2);
    expect(await callsOn('2026-11-24')).toEqual([]);
  });
});

describe('the place of a booked call', () => {
  it('is free at once when administrators cancel the order', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    await admin.client.put(`/api/admin/orders/${buyer.order.id}`, { status: 'cancelled' });
    expect((await orderOf(buyer)).callback).toBeNull();
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(2);
    expect(await callsOn('2026-11-24')).toEqual([]);
  });

  it('is free at once when the order is refunded', async () => {
    const paid = await buildPaymentFixture(shop);
    await paid.confirm(await paid.pay());
    const buyer = { user: paid.user, order: paid.row, client: paid.client };
    await book(buyer, TUESDAY_MORNING);
    const refund = { amount: paid.row.price, reason: '고객 요청' };
    expect((await admin.client.post(`/api/admin/orders/${paid.row.id}/refunds`, refund)).statusCode).toBe(200);
    expect(await orderOf(buyer)).toMatchObject({ status: 'cancelled', callback: null });
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(2);
  });

  it('is free once the firm has called, and the call stays in the list of the day', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    expect((await contact(buyer)).statusCode).toBe(200);
    expect((await orderOf(buyer)).callback).toBeNull();
    expect(await leftAt(buyer, TUESDAY_MORNING)).toBe(2);
    expect(await callsOn('2026-11-24')).toMatchObject([{ order_id: buyer.order.id, contacted_at: NOON.toISOString() }]);
  });

  it('ends with a later call as well, and can be booked again', async () => {
    const buyer = await buildBuyer();
    await contact(buyer);
    await book(buyer, TUESDAY_MORNING);
    expect(await callsOn('2026-11-24')).toMatchObject([{ contacted_at: null }]);
    clock.set(new Date('2026-11-24T00:30:00Z'));
    await contact(buyer);
    expect(await callsOn('2026-11-24')).toMatchObject([{ contacted_at: '2026-11-24T00:30:00.000Z' }]);
    expect((await book(buyer, '2026-11-25T00:00:00Z')).statusCode).toBe(200);
    expect((await admin.audit('order.contact'))[0]?.after).toMatchObject({ callback: '2026-11-24T00:30:00.000Z' });
  });

  it('is free when the account is closed', async () => {
    const user = await shop.buildUser({ password: 'secret12' });
    const order = await shop.buildOrder({ status: 'confirmed', user });
    const buyer = { user, order, client: await shop.client().as(user) };
    await book(buyer, TUESDAY_MORNING);
    expect((await buyer.client.post('/api/auth/close', { password: 'secret12' })).statusCode).toBe(200);
    expect(await callsOn('2026-11-24')).toEqual([]);
    expect(await leftAt(await buildBuyer(), TUESDAY_MORNING)).toBe(2);
  });
});

describe('GET /api/orders/{id}/callback.ics', () => {
  it('is one event without the name of the service', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    const response = await buyer.client.get(`/api/orders/${buyer.order.id}/callback.ics`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="call-${buyer.order.order_number}.ics"`,
    });
    const file = response.body.replaceAll('\r\n ', '');
    expect(file).toContain('\r\nDTSTART:20261124T000000Z\r\nDTEND:20261124T003000Z\r\n');
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(file).toContain(buyer.order.order_number);
    expect(file).not.toContain(buyer.order.service_title);
  });

  it('keeps its UID and counts up after a move; without a booking it is 404', async () => {
    const buyer = await buildBuyer();
    const url = `/api/orders/${buyer.order.id}/callback.ics`;
    expectError(await buyer.client.get(url), 404, 'CALLBACK_NOT_FOUND');
    const read = async () => /UID:(\S+)\r\nSEQUENCE:(\d+)/.exec((await buyer.client.get(url)).body)?.slice(1);
    await book(buyer, TUESDAY_MORNING);
    const [uid, sequence] = (await read()) ?? [];
    expect(sequence).toBe('0');
    await book(buyer, TUESDAY_NOON);
    expect(await read()).toEqual([uid, '1']);
    await cancel(buyer);
    expectError(await buyer.client.get(url), 404, 'CALLBACK_NOT_FOUND');
  });
});

describe('GET /api/admin/callbacks', () => {
  it('lists the calls of a day in Korea in order of time, today unless a day is given', async () => {
    const [late, early, tomorrow] = [await buildBuyer(), await buildBuyer(), await buildBuyer()];
    await book(late, TUESDAY_NOON);
    await book(early, TUESDAY_MORNING);
    await book(tomorrow, '2026-11-25T00:00:00Z');
    const listed = await callsOn('2026-11-24');
    expect(listed).toEqual([
      {
        order_id: early.order.id,
        order_number: early.order.order_number,
        customer: early.user.fullname,
        phone: early.user.phone,
        whom: 'buyer',
        starts_at: TUESDAY_MORNING,
        ends_at: endOf(TUESDAY_MORNING),
        contacted_at: null,
      },
      expect.objectContaining({ order_id: late.order.id, starts_at: TUESDAY_NOON }),
    ]);
    clock.set(new Date('2026-11-23T15:00:00Z'));
    expect((await admin.client.get('/api/admin/callbacks')).json()).toEqual(listed);
    const [entry] = await admin.audit('callback.list');
    expect(entry?.after).toMatchObject({ from: '2026-11-24', orders: [early.order.id, late.order.id] });
  });

  it('refuses a parameter that is not a day', async () => {
    for (const date of ['today', '2026-02-30', '']) {
      expectError(await admin.client.get(`/api/admin/callbacks?date=${date}`), 400, 'VALIDATION_FAILED');
    }
  });

  it('needs the permission orders', async () => {
    const money = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
    const orders = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['orders'] }));
    const customer = (await buildBuyer()).client;
    for (const url of ['/api/admin/callbacks', '/api/admin/callback-capacity']) {
      expectError403(await money.get(url));
      expectError403(await customer.get(url));
      expect((await orders.get(url)).statusCode).toBe(200);
    }
  });
});

function expectError403({ statusCode }: { statusCode: number }): void {
  expect(statusCode).toBe(403);
}

describe('PUT /api/admin/callback-capacity', () => {
  it('changes the places of every slot; booked calls stay', async () => {
    const { capacity, hours } = (await admin.client.get('/api/admin/callback-capacity')).json<CallbackCapacity>();
    const day = [
      ['09:00', '12:00'],
      ['13:00', '18:00'],
    ];
    expect([capacity, hours]).toEqual([2, { 1: day, 2: day, 3: day, 4: day, 5: day }]);
    const [first, second] = [await buildBuyer(), await buildBuyer()];
    for (const buyer of [first, second]) await book(buyer, TUESDAY_MORNING);
    const response = await admin.client.put('/api/admin/callback-capacity', { capacity: 1 });
    expect([response.statusCode, response.json()]).toEqual([200, { capacity: 1, hours }]);
    expect(await leftAt(first, TUESDAY_MORNING)).toBe(0);
    expect(await leftAt(first, TUESDAY_NOON)).toBe(1);
    expect(await callsOn('2026-11-24')).toHaveLength(2);
    expect((await admin.audit('callback.set_capacity'))[0]).toMatchObject({
      before: { capacity: 2 },
      after: { capacity: 1 },
    });
    await admin.client.put('/api/admin/callback-capacity', { capacity: 3 });
    expect(await leftAt(first, TUESDAY_MORNING)).toBe(1);
  });

  it.each([-1, 1.5, 101, '2', null, undefined])('refuses %j', async (capacity) => {
    expectError(await admin.client.put('/api/admin/callback-capacity', { capacity }), 400, 'VALIDATION_FAILED');
  });
});

describe('bookings near their time', () => {
  it('stay visible while they last, and can be moved after they were missed', async () => {
    const buyer = await buildBuyer();
    await book(buyer, TUESDAY_MORNING);
    clock.set(new Date(new Date(TUESDAY_MORNING).getTime() + 3 * HOUR_MS));
    expect((await orderOf(buyer)).callback?.starts_at).toBe(TUESDAY_MORNING);
    expect((await book(buyer, '2026-11-25T00:00:00Z')).statusCode).toBe(200);
  });
});
