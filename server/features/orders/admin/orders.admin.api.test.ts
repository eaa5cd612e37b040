import { describe, expect, it } from 'vitest';
import { expirePendingOrders } from '#server/features/payments/expiry/expire-pending-orders.ts';
import { MINUTE_MS } from '#server/lib/time.ts';
import type { AdminOrder } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import {
  buildPaidFixture,
  buildPaymentFixture,
  expectError,
  movedFor,
} from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp();
const admin = await buildAdmin(shop);

async function detailOf(id: number): Promise<AdminOrder> {
  return (await admin.client.get(`/api/admin/orders/${id}`)).json();
}

/** Returns the order's timeline as the buyer sees it. */
async function notesForBuyer(userId: number, orderId: number): Promise<string[]> {
  const client = await shop.client().as({ id: userId });
  const order = (await client.get(`/api/orders/${orderId}`)).json<{ timeline: { note: string }[] }>();
  return order.timeline.map(({ note }) => note);
}

describe('GET /api/admin/orders/{id}', () => {
  it("returns all data of any user's order, and is audited", async () => {
    const fixture = await buildPaidFixture(shop);
    const { receiptId } = fixture;
    const response = await admin.client.get(`/api/admin/orders/${fixture.row.id}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({
      order_number: fixture.row.order_number,
      paid_price: fixture.row.price,
      refundable: fixture.row.price,
      status: 'confirmed',
      service: { title: fixture.row.service_title, category: fixture.row.category, price: fixture.row.price },
      user: { fullname: '홍길동', user_id: fixture.user.user_id, phone: '01012345678', email: 'buyer@example.com' },
      soldier: { fullname: '김본보기', relationship: '자녀', military_status: '복무 중' },
      payment: { method: '카드', transaction_id: receiptId, paid_at: expect.stringMatching(/Z$/) },
      refunds: [],
      notes: [],
      attempts: [{ receipt_id: receiptId, state: 'paid', amount: fixture.row.price }],
    });
    expect(response.json<AdminOrder>().timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'pending customer',
      'processing payment',
      'confirmed payment',
    ]);
    const [entry] = await admin.audit('order.view');
    expect(entry).toMatchObject({ subject_id: String(fixture.row.id), after: { user: fixture.user.id } });
  });

  it('has the other cases of the account, and of the same soldier under another one', async () => {
    const [user, father] = await Promise.all([shop.buildUser(), shop.buildUser()]);
    const of = { fullname: '김 본보기', phone: '01055556666' };
    const order = await shop.buildOrder({ user, soldier: await shop.buildSoldier({ user, ...of }) });
    const before = await shop.buildOrder({ user, soldier: null, createdAt: new Date('2026-01-02T00:00:00Z') });
    const theirs = { user: father, fullname: '김본보기' };
    const other = await shop.buildOrder({
      user: father,
      soldier: await shop.buildSoldier({ ...theirs, phone: of.phone }),
    });
    await shop.buildOrder({ user: father, soldier: await shop.buildSoldier({ ...theirs, phone: '01077778888' }) });
    expect((await detailOf(order.id)).other_orders).toEqual([
      expect.objectContaining({ id: other.id, order_number: other.order_number, soldier_name: '김본보기' }),
      {
        id: before.id,
        order_number: before.order_number,
        service_title: before.service_title,
        status: 'pending',
        soldier_name: null,
        created_at: '2026-01-02T00:00:00.000Z',
      },
    ]);
  });

  it('returns 404 for an unknown order and 400 for a malformed id', async () => {
    expectError(await admin.client.get('/api/admin/orders/2147483647'), 404, 'ORDER_NOT_FOUND');
    expectError(await admin.client.get('/api/admin/orders/1e3'), 400, 'INVALID_ID');
  });
});

describe('PUT /api/admin/orders/{id}', () => {
  it.each(['pending', 'processing', 'confirmed', 'cancelled', 'error'] as const)(
    'sets any status on an order that is %s, names the administrator in the timeline, and moves no money',
    async (from) => {
      for (const wish of ['pending', 'processing', 'completed', 'cancelled'] as const) {
        const order = await shop.buildOrder({ status: from });
        const to = wish === 'completed' ? 'confirmed' : wish;
        const response = await admin.client.put(`/api/admin/orders/${order.id}`, { status: wish, note: '전화로 확인' });
        expect(response.statusCode).toBe(200);
        const { status, paid_price, timeline } = response.json<AdminOrder>();
        expect([status, paid_price]).toEqual([to, order.paid_price]);
        expect(timeline.at(-1)).toMatchObject({
          status: to,
          note: '전화로 확인',
          actor: 'admin',
          actor_name: `${admin.user.user_id} (관리자)`,
        });
        if (from !== to) {
          const [entry] = await admin.audit('order.set_status');
          expect(entry).toMatchObject({
            before: { status: from },
            after: { status: to },
            subject_id: String(order.id),
          });
        }
      }
    },
  );

  it('accepts the current status without a timeline entry', async () => {
    const order = await shop.buildOrder({ status: 'confirmed' });
    const before = await shop.countRows();
    for (const status of ['completed', 'confirmed']) {
      const response = await admin.client.put(`/api/admin/orders/${order.id}`, { status });
      expect([response.statusCode, response.json().status]).toEqual([200, 'confirmed']);
    }
    expect(await shop.countRows()).toEqual(before);
  });

  it.each([{ status: 'error' }, { status: 'paid' }, {}, { status: 'pending', note: 'ㅁ'.repeat(501) }, { status: 1 }])(
    'refuses %j with 400, nothing written',
    async (body) => {
      const order = await shop.buildOrder();
      const before = await shop.countRows();
      expectError(await admin.client.put(`/api/admin/orders/${order.id}`, body), 400, 'VALIDATION_FAILED');
      expect(await shop.countRows()).toEqual(before);
    },
  );

  it('needs money for an order that is or was paid, and orders alone for the others', async () => {
    const desk = await buildAdmin(shop);
    const set = (id: number, status: string) => desk.client.put(`/api/admin/orders/${id}`, { status });
    const [paid, held, open] = await Promise.all([
      shop.buildOrder({ status: 'confirmed' }),
      shop.buildOrder({ status: 'confirmed' }),
      shop.buildOrder(),
    ]);
    await admin.client.put(`/api/admin/orders/${held.id}`, { status: 'pending' });
    const give = (permission: 'orders' | 'money') =>
      shop.db.insertInto('user_permissions').values({ user_id: desk.user.id, permission }).execute();
    await shop.db.deleteFrom('user_permissions').where('user_id', '=', desk.user.id).execute();
    await give('orders');
    for (const { id } of [paid, held]) {
      const refused = await set(id, 'cancelled');
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'PERMISSION_REQUIRED']);
    }
    expect((await detailOf(paid.id)).status).toBe('confirmed');
    expect((await set(open.id, 'cancelled')).statusCode).toBe(200);
    await give('money');
    for (const { id } of [paid, held]) expect((await set(id, 'cancelled')).statusCode).toBe(200);
  });

  it('returns 404 for an unknown order', async () => {
    expectError(await admin.client.put('/api/admin/orders/2147483647', { status: 'pending' }), 404, 'ORDER_NOT_FOUND');
  });

  it('returns 403 without a CSRF token', async () => {
    const order = await shop.buildOrder();
    const response = await admin.client.put(`/api/admin/orders/${order.id}`, { status: 'cancelled' }, { csrf: false });
    expectError(response, 403, 'CSRF_INVALID');
    expect((await detailOf(order.id)).status).toBe('pending');
  });

  it('never lets the job cancel a paid order that was reset, nor one that was just reopened', async () => {
    const longAgo = new Date(shop.clock.now().getTime() - 60 * MINUTE_MS);
    const paid = await shop.buildOrder({ status: 'confirmed', createdAt: longAgo });
    const closed = await shop.buildOrder({ status: 'cancelled', createdAt: longAgo });
    const forgotten = await shop.buildOrder({ createdAt: longAgo });
    for (const { id } of [paid, closed]) await admin.client.put(`/api/admin/orders/${id}`, { status: 'pending' });
    await expirePendingOrders(shop.deps.payments);
    expect((await detailOf(paid.id)).status).toBe('pending');
    expect((await detailOf(closed.id)).status).toBe('pending');
    expect((await detailOf(forgotten.id)).status).toBe('cancelled');
    // The reopened one has half an hour again; a paid one never expires.
    shop.clock.advance(120 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await detailOf(paid.id)).status).toBe('pending');
    expect((await detailOf(closed.id)).status).toBe('cancelled');
  });

  it('refunds a second payment of a paid order that was reset to pending', async () => {
    const fixture = await buildPaymentFixture(shop);
    await fixture.confirm(await fixture.pay());
    await admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status: 'pending' });
    const second = await fixture.pay({ isSeparatelyConfirmed: false });
    expectError(await fixture.confirm(second), 409, 'ORDER_ALREADY_PAID');
    expect(await movedFor(shop, second)).toEqual([`capture ${fixture.row.price}`, `cancel ${fixture.row.price}`]);
    expect((await detailOf(fixture.row.id)).paid_price).toBe(fixture.row.price);
  });

  it('keeps a running payment when the order is completed without one', async () => {
    const fixture = await buildPaymentFixture(shop);
    const receiptId = await fixture.pay({ isSeparatelyConfirmed: false });
    await admin.client.put(`/api/admin/orders/${fixture.row.id}`, { status: 'completed' });
    expect((await fixture.confirm(receiptId)).statusCode).toBe(200);
    expect(await movedFor(shop, receiptId)).toEqual([`capture ${fixture.row.price}`]);
    const paid = { status: 'confirmed', paid_price: fixture.row.price, refundable: fixture.row.price };
    expect(await detailOf(fixture.row.id)).toMatchObject(paid);
  });
});

describe('POST /api/admin/orders/{id}/notes', () => {
  it('hides a private note from the customer everywhere', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user });
    const response = await admin.client.post(`/api/admin/orders/${order.id}/notes`, { text: '비밀 메모\n둘째 줄' });
    expect(response.statusCode).toBe(201);
    expect(response.json<AdminOrder>().notes).toEqual([
      {
        id: expect.any(Number),
        text: '비밀 메모\n둘째 줄',
        isVisible: false,
        author: `${admin.user.user_id} (관리자)`,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const client = await shop.client().as(user);
    for (const url of [`/api/orders/${order.id}`, '/api/orders/my', '/api/auth/my']) {
      expect((await client.get(url)).body).not.toContain('비밀 메모');
    }
    expect((await admin.audit('order.note'))[0]).toMatchObject({
      after: { note_id: expect.any(Number), isVisible: false },
    });
  });

  it('shows a visible note in the customer’s timeline', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ user, status: 'confirmed' });
    const text = '<b>서류</b>를 준비해주세요.';
    await admin.client.post(`/api/admin/orders/${order.id}/notes`, { text, isVisible: true });
    expect((await notesForBuyer(user.id, order.id)).at(-1)).toBe(text);
    expect((await detailOf(order.id)).timeline.at(-1)).toMatchObject({
      status: 'confirmed',
      note: text,
      actor: 'admin',
    });
  });

  it('removes a paid order from the work queue', async () => {
    const order = await shop.buildOrder({ status: 'confirmed' });
    const waits = async () => {
      const listed = (await admin.client.get('/api/admin/orders?untouched=1')).json<{ id: number }[]>();
      return listed.some(({ id }) => id === order.id);
    };
    expect(await waits()).toBe(true);
    await admin.client.post(`/api/admin/orders/${order.id}/notes`, { text: '시작했습니다.' });
    expect(await waits()).toBe(false);
  });

  it.each([
    {},
    { text: '  ' },
    { text: 1 },
    { text: 'a'.repeat(2001) },
    { text: 'a\u0000b' },
    { text: 'a', isVisible: 'yes' },
  ])('refuses %j with 400, nothing written', async (body) => {
    const order = await shop.buildOrder();
    const before = await shop.countRows();
    expectError(await admin.client.post(`/api/admin/orders/${order.id}/notes`, body), 400, 'VALIDATION_FAILED');
    expect(await shop.countRows()).toEqual(before);
    expect((await detailOf(order.id)).notes).toEqual([]);
  });
});

describe('GET /api/admin/orders/export', () => {
  async function exported(query: string): Promise<string[]> {
    const response = await admin.client.get(`/api/admin/orders/export?${query}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
    });
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    return response.body.slice(1).split('\r\n');
  }

  it('contains exactly the filtered rows in a form for Excel without formulas, and is audited', async () => {
    const user = await shop.buildUser({ fullname: '=HYPERLINK("http://x.kr","자물쇠")', phone: '01055556666' });
    const service = await shop.buildService({ title: '-1+자물쇠, "따옴표"' });
    const created = { createdAt: new Date('2024-02-29T15:30:00Z') };
    const order = await shop.buildOrder({ user, service, status: 'confirmed', ...created });
    await shop.buildOrder({ user, status: 'cancelled', ...created });
    const lines = await exported(`${new URLSearchParams({ q: '자물쇠', status: 'completed', reason: '세무 신고' })}`);
    expect(lines).toEqual([
      '주문 번호,주문 일시,상태,서비스,카테고리,상품 옵션,금액(원),결제 금액(원),주문자,아이디,전화번호,군인',
      [
        ...[order.order_number, '2024-03-01 00:30:00', '결제됨', `"'-1+자물쇠, ""따옴표"""`, '복무 중', '기본'],
        ...[
          order.price,
          order.price,
          `"'=HYPERLINK(""http://x.kr"",""자물쇠"")"`,
          user.user_id,
          '010-5555-6666',
          '김본보기',
        ],
      ].join(','),
      '',
    ]);
    const [ended, begun] = await admin.audit('order.');
    const filters = { q_hash: expect.any(String), status: 'confirmed' };
    expect(begun).toMatchObject({ action: 'order.export', after: { filters }, reason: '세무 신고' });
    expect(ended).toMatchObject({ action: 'order.exported', after: { filters, rows: 1, isComplete: true } });
  });

  it('contains every row of many exactly once', async () => {
    const user = await shop.buildUser();
    const service = await shop.buildService();
    await shop.db
      .insertInto('orders')
      .values(
        Array.from({ length: 2100 }, (_, at) => ({
          order_number: `20220101-M${at}`,
          user_id: user.id,
          service_id: service.id,
          service_title: service.title,
          category: service.category,
          selected_plan: '기본',
          price: 1000,
          created_at: new Date('2022-01-01T00:00:00Z'),
        })),
      )
      .execute();
    const lines = await exported('to=2022-01-01');
    expect(lines).toHaveLength(2102);
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size).toBe(2100);
  });

  it('refuses filters that the list refuses', async () => {
    for (const query of ['status=done', `reason=${'a'.repeat(201)}`]) {
      expectError(await admin.client.get(`/api/admin/orders/export?${query}`), 400, 'VALIDATION_FAILED');
    }
  });
});
