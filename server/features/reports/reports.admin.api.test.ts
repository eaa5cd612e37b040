import { describe, expect, it } from 'vitest';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import { DAY_MS } from '#server/lib/time.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { DaySheet, Report } from '#shared/features/reports/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ env: { LIMIT_STAFF_SEARCHES_PER_MINUTE: '0' } });
const admin = await buildAdmin(shop);
const THIS_MONTH = koreanDayAt(shop.clock.now()).slice(0, 7);

async function reportOf(month?: string, client = admin.client): Promise<Report> {
  const response = await client.get(`/api/admin/reports${month === undefined ? '' : `?month=${month}`}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function as(permissions: readonly Permission[]) {
  return shop.client().as(await shop.buildUser({ role: 'admin', permissions }));
}

/** Builds a paid order whose payment was captured at this time. */
async function buildPaid(paidAt: string, method = '카드', wishes: Parameters<typeof shop.buildOrder>[0] = {}) {
  const order = await shop.buildOrder({ status: 'confirmed', ...wishes });
  await shop.db
    .updateTable('payment_attempts')
    .set({ paid_at: new Date(paidAt), method })
    .where('order_id', '=', order.id)
    .execute();
  return order;
}

function giveBack(order: OrderRow, amount: number) {
  return admin.client.post(`/api/admin/orders/${order.id}/refunds/outside`, { amount, note: '계좌 이체' });
}

describe('GET /api/admin/reports', () => {
  it('has money in the month of its capture and of its return in Korea', async () => {
    const service = await shop.buildService({ title: '징계 대응' });
    // The last minute of January, and the first one of February in Korea.
    await buildPaid('2024-01-31T14:59:00Z', '카드', { service, price: 300_000 });
    const returned = await buildPaid('2024-01-31T15:00:00Z', '계좌이체', { service, price: 200_000 });
    const january = await reportOf('2024-01');
    expect(january).toMatchObject({ month: '2024-01', captured: 300_000, returned: 0, net: 300_000, orders: 1 });
    const before = await reportOf('2024-02');
    const now = await reportOf();
    expect((await giveBack(returned, 50_000)).statusCode).toBe(200);
    expect(await reportOf('2024-02')).toEqual(before);
    expect(before).toMatchObject({
      captured: 200_000,
      returned: 0,
      net: 200_000,
      orders: 1,
      by_method: [{ method: '계좌이체', captured: 200_000, returned: 0, orders: 1 }],
      by_service: [{ service_id: service.id, title: '징계 대응', captured: 200_000, returned: 0, orders: 1 }],
    });
    const after = await reportOf(THIS_MONTH);
    expect(after).toMatchObject({ returned: (now.returned ?? 0) + 50_000, orders: now.orders });
    expect(after.net).toBe((now.net ?? 0) - 50_000);
    expect(after.by_method).toContainEqual({ method: '계좌이체', captured: 0, returned: 50_000, orders: 0 });
  });

  it('hides every amount without `money`, and is open to any permission', async () => {
    await buildPaid('2024-03-10T03:00:00Z');
    for (const permission of ['orders', 'catalogue', 'people'] as const) {
      const seen = await reportOf('2024-03', await as([permission]));
      expect(seen).toMatchObject({ captured: null, returned: null, net: null, orders: 1 });
      for (const part of [...seen.by_method, ...seen.by_service]) {
        expect(part).toMatchObject({ captured: null, returned: null, orders: 1 });
      }
    }
    expect(await reportOf('2024-03', await as(['money']))).toMatchObject({ captured: 350_000 });
    expect((await (await as([])).get('/api/admin/reports')).statusCode).toBe(403);
  });

  it('counts nothing as 0 for who sees amounts', async () => {
    const sums = { captured: 0, returned: 0, net: 0, orders: 0, by_method: [], by_service: [] };
    expect(await reportOf('2023-01')).toMatchObject(sums);
    expect(await reportOf('2023-01', await as(['money']))).toMatchObject(sums);
  });

  it.each(['2024-13', '2024-1', '2024-01-01', 'now'])('refuses the month %s', async (month) => {
    expectError(await admin.client.get(`/api/admin/reports?month=${month}`), 400, 'VALIDATION_FAILED');
  });

  it('has the work of each lawyer', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '이보고' });
    const client = await shop.client().as(lawyer);
    const lineOf = async (month?: string) => (await reportOf(month)).by_lawyer.find(({ id }) => id === lawyer.id);
    const nothing = { open: 0, late: 0, first_answer_minutes: null, calls_kept: 0, calls_missed: 0 };
    expect(await lineOf()).toEqual({ id: lawyer.id, name: '이보고', ...nothing });
    const now = shop.clock.now();
    const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
    const kept = await shop.buildOrder({ status: 'confirmed' });
    const missed = await shop.buildOrder({ status: 'confirmed' });
    const stepLate = await shop.buildOrder({ status: 'confirmed' });
    for (const { id } of [kept, missed, stepLate]) {
      await shop.db.updateTable('orders').set({ assignee_id: lawyer.id }).where('id', '=', id).execute();
    }
    const promise = (id: number, contact_by: Date, contacted_at: Date | null) =>
      shop.db.updateTable('orders').set({ contact_by, contacted_at }).where('id', '=', id).execute();
    await promise(kept.id, new Date('2024-05-03T09:00:00Z'), new Date('2024-05-03T08:00:00Z'));
    await promise(missed.id, new Date('2024-05-04T09:00:00Z'), null);
    expect(await lineOf('2024-05')).toMatchObject({ open: 3, late: 1, calls_kept: 1, calls_missed: 1 });
    expect(await lineOf('2024-06')).toMatchObject({ open: 3, late: 1, calls_kept: 0, calls_missed: 0 });
    const step = { title: '항고장', due_on: koreanDayAt(at(-1)) };
    expect((await client.post(`/api/admin/orders/${stepLate.id}/steps`, step)).statusCode).toBe(201);
    expect(await lineOf()).toMatchObject({ open: 3, late: 2 });
  });

  it('has the first answers of the month', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '정답변' });
    const conversation = await openConversation(await buildCustomer(shop));
    await answer(admin, conversation.id, '검토했습니다');
    await shop.db
      .updateTable('conversations')
      .set({ assignee_id: lawyer.id, first_response_minutes: 12 })
      .where('id', '=', conversation.id)
      .execute();
    const line = (await reportOf()).by_lawyer.find(({ id }) => id === lawyer.id);
    expect(line?.first_answer_minutes).toBe(12);
  });
});

describe('GET /api/admin/reports/day', () => {
  const dayOf = async (date: string, client = admin.client) => client.get(`/api/admin/reports/day?date=${date}`);

  it('has all money of a day in Korea in order of time', async () => {
    const service = await shop.buildService({ title: '징계 대응' });
    const first = await buildPaid('2024-08-01T15:00:00Z', '카드', { service, price: 300_000 });
    const last = await buildPaid('2024-08-02T14:59:00Z', '계좌이체', { service, price: 200_000 });
    await buildPaid('2024-08-02T15:00:00Z', '카드', { service, price: 100_000 });
    const { moves, ...sums } = (await dayOf('2024-08-02')).json<DaySheet>();
    expect(sums).toEqual({ date: '2024-08-02', captured: 500_000, returned: 0, net: 500_000 });
    const line = { service_title: '징계 대응', returned: 0, receipt_id: expect.any(String) };
    expect(moves).toEqual([
      {
        ...line,
        at: '2024-08-01T15:00:00.000Z',
        order_id: first.id,
        order_number: first.order_number,
        method: '카드',
        captured: 300_000,
      },
      {
        ...line,
        at: '2024-08-02T14:59:00.000Z',
        order_id: last.id,
        order_number: last.order_number,
        method: '계좌이체',
        captured: 200_000,
      },
    ]);
    expect((await giveBack(last, 50_000)).statusCode).toBe(200);
    expect((await dayOf('2024-08-02')).json()).toEqual({ ...sums, moves });
    const today = (await dayOf('')).json<DaySheet>();
    expect(today.date).toBe(koreanDayAt(shop.clock.now()));
    expect(today.moves).toContainEqual(expect.objectContaining({ order_id: last.id, captured: 0, returned: 50_000 }));
    expect(today.net).toBe(today.captured - today.returned);
  });

  it('needs money, and a day', async () => {
    expect((await dayOf('2024-08-02', await as(['orders']))).statusCode).toBe(403);
    expectError(await dayOf('2024-13-01'), 400, 'VALIDATION_FAILED');
  });
});
