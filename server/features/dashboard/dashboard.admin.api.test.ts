import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/lib/time.ts';
import type { Dashboard, Statistics } from '#shared/features/dashboard/schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp, startTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { answer, buildCustomer, openConversation } from '#tests/support/app/consultations.ts';
import { buildPaymentFixture, expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function dashboard(): Promise<Dashboard> {
  const response = await admin.client.get('/api/admin/dashboard');
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json();
}

describe('GET /api/admin/dashboard', () => {
  it('counts accounts, services and orders by status', async () => {
    const before = await dashboard();
    const user = await shop.buildUser();
    const service = await shop.buildService();
    for (const status of ['pending', 'pending', 'confirmed', 'error', 'cancelled'] as const) {
      await shop.buildOrder({ user, service, status });
    }
    const gone = await shop.buildOrder({ user, service });
    await admin.client.put(`/api/admin/orders/${gone.id}`, { status: 'cancelled' });
    expect(await dashboard()).toMatchObject({
      totalUsers: before.totalUsers + 1,
      totalServices: before.totalServices + 1,
      totalOrders: before.totalOrders + 6,
      pendingOrders: before.pendingOrders + 2,
      ordersByStatus: {
        pending: before.ordersByStatus.pending + 2,
        processing: before.ordersByStatus.processing,
        confirmed: before.ordersByStatus.confirmed + 1,
        cancelled: before.ordersByStatus.cancelled + 2,
        error: before.ordersByStatus.error + 1,
      },
    });
  });

  it('omits closed accounts', async () => {
    const before = await dashboard();
    const leaving = await shop.client().as(await shop.buildUser());
    expect((await dashboard()).totalUsers).toBe(before.totalUsers + 1);
    expect((await leaving.post('/api/auth/close', {})).statusCode).toBe(200);
    expect((await dashboard()).totalUsers).toBe(before.totalUsers);
  });

  it('omits deleted services', async () => {
    const before = await dashboard();
    const service = await shop.buildService();
    await shop.db.updateTable('services').set({ deleted_at: new Date() }).where('id', '=', service.id).execute();
    expect((await dashboard()).totalServices).toBe(before.totalServices);
  });

  it('shows the ten newest orders, newest first', async () => {
    const user = await shop.buildUser({ fullname: '최근주문' });
    for (let at = 0; at < 11; at += 1) await shop.buildOrder({ user });
    const newest = await shop.buildOrder({ user, status: 'confirmed' });
    const { recentOrders } = await dashboard();
    expect(recentOrders).toHaveLength(10);
    expect(recentOrders[0]).toEqual({
      id: newest.id,
      order_number: newest.order_number,
      service_title: newest.service_title,
      user_name: '최근주문',
      price: newest.price,
      status: 'confirmed',
      created_at: newest.created_at.toISOString(),
    });
  });

  it('counts the pending tasks', async () => {
    const { waiting: before } = await dashboard();
    await shop.buildOrder({ status: 'error' });
    const started = await shop.buildOrder({ status: 'confirmed' });
    await shop.buildOrder({ status: 'confirmed' });
    await admin.client.post(`/api/admin/orders/${started.id}/notes`, { text: '시작했습니다.' });

    const deposit = await buildPaymentFixture(shop);
    await deposit.confirm(await deposit.pay({ method: 'vbank' }));
    const stuck = await buildPaymentFixture(shop);
    const receiptId = await stuck.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop', receiptId });
    expectError(await stuck.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');

    const refused = await buildPaymentFixture(shop);
    await refused.confirm(await refused.pay());
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '취소 한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: refusal, times: 1 });
    await admin.client.post(`/api/admin/orders/${refused.row.id}/refunds`, { amount: 1000, reason: '거절될 환불' });
    const requested = await buildPaymentFixture(shop);
    await requested.confirm(await requested.pay());
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: 'drop', times: 1 });
    await admin.client.post(`/api/admin/orders/${requested.row.id}/refunds`, { amount: 1000, reason: '기다릴 환불' });
    await openConversation(await buildCustomer(shop));

    shop.clock.advance(6 * MINUTE_MS);
    expect((await dashboard()).waiting).toEqual({
      ...before,
      unassignedOrders: before.unassignedOrders + 4,
      errorOrders: before.errorOrders + 1,
      waitingConversations: before.waitingConversations + 1,
      untouchedOrders: before.untouchedOrders + 1,
      awaitedDeposits: before.awaitedDeposits + 1,
      unsettledPayments: before.unsettledPayments + 1,
      refundsRefused: before.refundsRefused + 1,
      refundsRequested: before.refundsRequested + 1,
    });
    await admin.client.post(`/api/admin/orders/${refused.row.id}/refunds`, { amount: 1000, reason: '다시 한 환불' });
    expect((await dashboard()).waiting.refundsRefused).toBe(before.refundsRefused);
    shop.bootpay.clear();
  });
});

describe('GET /api/admin/statistics', () => {
  it('compares periods by day, service and category, by days in Korea', async () => {
    // Noon in Korea, so that relative days are unambiguous.
    const clock = createTestClock(new Date('2026-04-30T03:00:00Z'));
    const own = await startTestApp({ clock });
    try {
      const by = await buildAdmin(own);
      const first = await own.buildService({ title: '징계 사건', category: 'during' });
      const second = await own.buildService({ title: '안심 패키지', category: 'package' });
      const place = (
        service: typeof first,
        daysAgo: number,
        price: number,
        status: 'confirmed' | 'pending' = 'confirmed',
      ) => own.buildOrder({ service, price, status, createdAt: new Date(clock.now().getTime() - daysAgo * DAY_MS) });
      await place(first, 0, 100_000);
      await place(first, 0, 999_000, 'pending');
      await place(second, 6, 50_000);
      await place(second, 7, 30_000);
      await place(second, 13, 20_000);
      await place(second, 14, 70_000);
      // Yesterday in UTC but today in Korea, and vice versa.
      await own.buildOrder({
        service: first,
        price: 1000,
        status: 'confirmed',
        createdAt: new Date('2026-04-29T15:00:00Z'),
      });
      await own.buildOrder({
        service: first,
        price: 2000,
        status: 'confirmed',
        createdAt: new Date('2026-04-29T14:59:59Z'),
      });
      await own.db.updateTable('orders').set({ paid_price: 40_000 }).where('price', '=', 50_000).execute();

      const before = { orders: 2, confirmed: 2, revenue: 50_000 };
      const nothing = { orders: 0, confirmed: 0, revenue: 0 };
      const statistics = (await by.client.get('/api/admin/statistics?days=7')).json<Statistics>();
      expect(statistics).toMatchObject({
        from: '2026-04-24',
        to: '2026-04-30',
        before_from: '2026-04-17',
        before_to: '2026-04-23',
        total: { now: { orders: 5, confirmed: 4, revenue: 143_000 }, before },
        by_service: [
          { service_id: first.id, service_title: '징계 사건', now: { orders: 4, revenue: 103_000 }, before: nothing },
          { service_id: second.id, service_title: '안심 패키지', now: { orders: 1, revenue: 40_000 }, before },
        ],
        by_category: [
          { category: 'during', now: { orders: 4 } },
          { category: 'package', before },
        ],
      });
      expect(statistics.by_day.map(({ day, now, before: then }) => [day, now.revenue, then.revenue])).toEqual([
        ['2026-04-24', 40_000, 20_000],
        ['2026-04-25', 0, 0],
        ['2026-04-26', 0, 0],
        ['2026-04-27', 0, 0],
        ['2026-04-28', 0, 0],
        ['2026-04-29', 2000, 0],
        ['2026-04-30', 101_000, 30_000],
      ]);
      expect(statistics.by_day[6]).toMatchObject({ before_day: '2026-04-23' });
    } finally {
      await own.close();
    }
  });

  it('starts a day at midnight in Korea', async () => {
    const clock = createTestClock(new Date('2026-04-30T15:00:00Z'));
    const own = await startTestApp({ clock });
    try {
      const by = await buildAdmin(own);
      await own.buildOrder({ price: 1000, status: 'confirmed', createdAt: new Date('2026-04-30T14:59:59.999Z') });
      await own.buildOrder({ price: 2000, status: 'confirmed', createdAt: new Date('2026-04-30T15:00:00Z') });
      // The last moment before the previous period, and its first.
      await own.buildOrder({ price: 4000, status: 'confirmed', createdAt: new Date('2026-04-17T14:59:59.999Z') });
      await own.buildOrder({ price: 8000, status: 'confirmed', createdAt: new Date('2026-04-17T15:00:00Z') });
      const statistics = (await by.client.get('/api/admin/statistics?days=7')).json<Statistics>();
      expect(statistics).toMatchObject({
        from: '2026-04-25',
        to: '2026-05-01',
        before_from: '2026-04-18',
        before_to: '2026-04-24',
        total: { now: { orders: 2, revenue: 3000 }, before: { orders: 1, revenue: 8000 } },
      });
      expect(statistics.by_day.slice(-2).map(({ day, now }) => [day, now.revenue])).toEqual([
        ['2026-04-30', 1000],
        ['2026-05-01', 2000],
      ]);
      expect(statistics.by_day[0]).toMatchObject({ day: '2026-04-25', before: { revenue: 8000 } });
    } finally {
      await own.close();
    }
  });

  it('subtracts partial and full refunds from the day of the order', async () => {
    // Compared with the statistics before, over a period that midnight does not affect.
    const look = async () => {
      const { total, by_service } = (await admin.client.get('/api/admin/statistics?days=90')).json<Statistics>();
      return { total: total.now, by_service };
    };
    const fixture = await buildPaymentFixture(shop);
    const { total: before } = await look();
    await fixture.confirm(await fixture.pay());
    const paid = { orders: before.orders, confirmed: before.confirmed + 1, revenue: before.revenue + 350_000 };
    expect((await look()).total).toEqual(paid);
    const refund = (amount: number) =>
      admin.client.post(`/api/admin/orders/${fixture.row.id}/refunds`, { amount, reason: '환불' });
    expect((await refund(100_000)).statusCode).toBe(200);
    const left = await look();
    expect(left.total).toEqual({ ...paid, revenue: before.revenue + 250_000 });
    expect(left.by_service.find(({ service_id }) => service_id === fixture.row.service_id)?.now.revenue).toBe(250_000);
    expect((await refund(250_000)).statusCode).toBe(200);
    expect((await look()).total.revenue).toBe(before.revenue);
  });

  it('includes deleted services, and the category at the time of the order', async () => {
    const service = await shop.buildService({ title: '지난 서비스', category: 'civil' });
    await shop.buildOrder({ service, price: 123_000, status: 'confirmed' });
    const civil = async () => {
      const statistics = (await admin.client.get('/api/admin/statistics')).json<Statistics>();
      return statistics.by_category.find(({ category }) => category === 'civil')?.now.revenue;
    };
    const revenue = await civil();
    const moved = { category: 'after' as const, deleted_at: new Date() };
    await shop.db.updateTable('services').set(moved).where('id', '=', service.id).execute();
    expect(await civil()).toBe(revenue);
    const { by_service } = (await admin.client.get('/api/admin/statistics')).json<Statistics>();
    expect(by_service.find(({ service_id }) => service_id === service.id)?.service_title).toBe('지난 서비스');
  });

  it('accepts 7, 30 and 90 days, with a default of 30', async () => {
    for (const [query, days] of [
      ['', 30],
      ['?days=7', 7],
      ['?days=30', 30],
      ['?days=90', 90],
    ] as const) {
      const response = await admin.client.get(`/api/admin/statistics${query}`);
      expect(response.json<Statistics>().by_day).toHaveLength(days);
    }
    expectError(await admin.client.get('/api/admin/statistics?days=8'), 400, 'VALIDATION_FAILED');
  });
});

describe('GET /api/admin/work-statistics', () => {
  it('has the time to the first call, the share in time, and refunds by reason, of both periods', async () => {
    const clock = createTestClock(new Date('2026-04-30T03:00:00Z'));
    const own = await startTestApp({ clock });
    try {
      const by = await buildAdmin(own);
      const place = async (
        paid: string,
        due: string,
        called: string | null,
        status: 'confirmed' | 'cancelled' = 'confirmed',
      ) => {
        const { id } = await own.buildOrder({ status });
        const times = {
          paid_at: new Date(paid),
          contact_by: new Date(due),
          contacted_at: called ? new Date(called) : null,
        };
        await own.db.updateTable('orders').set(times).where('id', '=', id).execute();
        return id;
      };
      await place('2026-04-27T00:00:00Z', '2026-04-28T09:00:00Z', '2026-04-27T01:00:00Z');
      await place('2026-04-27T00:00:00Z', '2026-04-28T09:00:00Z', '2026-04-28T10:00:00Z');
      await place('2026-04-28T00:00:00Z', '2026-04-29T09:00:00Z', null);
      // Not due yet, and one that no longer needs a call.
      await place('2026-04-30T00:00:00Z', '2026-05-04T09:00:00Z', null);
      await place('2026-04-27T00:00:00Z', '2026-04-28T09:00:00Z', null, 'cancelled');
      const before = await place('2026-04-20T00:00:00Z', '2026-04-21T09:00:00Z', '2026-04-20T00:30:00Z');
      const refund = { order_id: before, receipt_id: 'r', requested_by: 'system', reason: '', state: 'done' as const };
      await own.db
        .insertInto('refunds')
        .values([
          { ...refund, cancel_id: 'a', amount: 1000, updated_at: new Date('2026-04-29T00:00:00Z') },
          {
            ...refund,
            cancel_id: 'b',
            amount: 5000,
            requested_by: 'admin',
            updated_at: new Date('2026-04-22T00:00:00Z'),
          },
        ])
        .execute();
      // Asked on a Monday at 10:00 and answered at 10:20 and 11:00; the week before at night, until
      // 09:12.
      for (const [asked, answered] of [
        ['2026-04-27T01:00:00Z', '2026-04-27T01:20:00Z'],
        ['2026-04-27T01:00:00Z', '2026-04-27T02:00:00Z'],
        ['2026-04-27T01:00:00Z', '2026-04-27T01:10:00Z'],
        ['2026-04-20T13:00:00Z', '2026-04-21T00:12:00Z'],
      ] as const) {
        clock.set(new Date(asked));
        const { id } = await openConversation(await buildCustomer(own));
        clock.set(new Date(answered));
        await answer(by, id, '답변');
        await answer(by, id, '두 번째 답변');
      }
      clock.set(new Date('2026-04-30T03:00:00Z'));
      await openConversation(await buildCustomer(own));
      const response = await by.client.get('/api/admin/work-statistics?days=7');
      expect(response.json()).toEqual({
        from: '2026-04-24',
        to: '2026-04-30',
        contact: {
          now: {
            paid: 4,
            contacted: 2,
            in_time: 1,
            late: 2,
            average_minutes: (60 + 34 * 60) / 2,
            in_time_share: 1 / 3,
          },
          before: { paid: 1, contacted: 1, in_time: 1, late: 0, average_minutes: 30, in_time_share: 1 },
        },
        first_response: {
          now: { answered: 3, average_minutes: 30, median_minutes: 20 },
          before: { answered: 1, average_minutes: 12, median_minutes: 12 },
        },
        refunds: [
          { reason: 'system', now: { refunds: 1, won: 1000 }, before: { refunds: 0, won: 0 } },
          { reason: 'staff', now: { refunds: 0, won: 0 }, before: { refunds: 1, won: 5000 } },
        ],
      });
      const { tasks, mail, waiting } = (await by.client.get('/api/admin/dashboard')).json<Dashboard>();
      expect(waiting).toMatchObject({ overdueContacts: 1, unassignedOrders: 5 });
      expect(tasks).toEqual([
        { task: 'overdueContacts', count: 1 },
        { task: 'waitingConversations', count: 1 },
        { task: 'untouchedOrders', count: 5 },
        { task: 'unassignedOrders', count: 5 },
      ]);
      expect(mail).toEqual({ is_on: false, waiting: 0 });
    } finally {
      await own.close();
    }
  });
});
