import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { koreanDayAt } from '#server/lib/korean-day.ts';
import type { Permission } from '#shared/features/accounts/permissions.ts';
import type { AdminOrder, AdminOrderListItem } from '#shared/features/orders/admin-schemas.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import type { OrderRow } from '#tests/support/app/factories.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ env: { LIMIT_STAFF_EXPORTS: '0' } });
const admin = await buildAdmin(shop);
const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));

async function as(permissions: readonly Permission[]) {
  return shop.client().as(await shop.buildUser({ role: 'admin', permissions }));
}

const setProof = ({ id }: Pick<OrderRow, 'id'>, body: object, client = accountant) =>
  client.put(`/api/admin/orders/${id}/proof`, body);

/** Builds a paid order whose payment was captured at this time. */
async function buildPaid(paidAt: string, wishes: Parameters<typeof shop.buildOrder>[0] = {}) {
  const order = await shop.buildOrder({ status: 'confirmed', ...wishes });
  const { receipt_id } = await shop.db
    .updateTable('payment_attempts')
    .set({ paid_at: new Date(paidAt) })
    .where('order_id', '=', order.id)
    .returning('receipt_id')
    .executeTakeFirstOrThrow();
  return { order, receipt_id };
}

describe('PUT /api/admin/orders/{id}/proof', () => {
  it('is in the detail, the list, the audit log and the own data, and not readable in the database', async () => {
    const user = await shop.buildUser();
    const order = await shop.buildOrder({ status: 'confirmed', user });
    const none = { kind: 'none', number: null, issued_on: null, note: null };
    const detail = async () => (await admin.client.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>();
    expect((await detail()).proof).toEqual(none);
    const proof = { kind: 'cash_receipt', number: '승인 987654321', issued_on: '2026-03-02', note: '가게 이름으로' };
    const answer = await setProof(order, proof);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: order.id, proof, soldier: null });
    expect((await detail()).proof).toEqual(proof);
    const [entry] = await admin.client
      .get('/api/admin/audit?action=order.set_proof')
      .then((response) => response.json<object[]>());
    expect(entry).toMatchObject({
      before: { proof: 'none', issued_on: null },
      after: { proof: 'cash_receipt', issued_on: '2026-03-02' },
    });
    expect(JSON.stringify(entry)).not.toMatch(/987654321|가게/);
    const own = (await (await shop.client().as(user)).get('/api/auth/personal-data')).json();
    expect(own.orders).toMatchObject([{ proof }]);
    const { rows } = await sql<{ row: string }>`select order_proofs::text as row from order_proofs`.execute(shop.db);
    for (const text of ['987654321', '가게']) {
      expect(JSON.stringify(rows)).not.toContain(text);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(text).toString('hex'));
    }
    const numbers = async (query: string) =>
      (await admin.client.get(`/api/admin/orders?limit=200&${query}`))
        .json<AdminOrderListItem[]>()
        .map(({ order_number }) => order_number);
    expect(await numbers('proof=cash_receipt')).toEqual([order.order_number]);
    expect(await numbers('proof=none')).not.toContain(order.order_number);
    expect(await numbers('proof=tax_invoice')).toEqual([]);
    // Taken back, its number and day go with it.
    expect((await setProof(order, { ...proof, kind: 'none', note: '' })).json<AdminOrder>().proof).toEqual(none);
    expect(await numbers('proof=none')).toContain(order.order_number);
  });

  it('refuses unknown kinds and days, and unknown orders', async () => {
    const order = await shop.buildOrder();
    for (const body of [{}, { kind: 'receipt' }, { kind: 'none', issued_on: '2026-02-30' }, { kind: 1 }]) {
      expectError(await setProof(order, body), 400, 'VALIDATION_FAILED');
    }
    expectError(await setProof({ id: 2_147_483_647 }, { kind: 'none' }), 404, 'ORDER_NOT_FOUND');
    expectError(await admin.client.get('/api/admin/orders?proof=all'), 400, 'VALIDATION_FAILED');
    expect((await setProof(order, { kind: 'none' }, await as(['orders']))).statusCode).toBe(403);
  });
});

describe('GET /api/admin/orders/export?month=&purpose=', () => {
  async function exported(query: string, client = admin.client): Promise<string[][]> {
    const response = await client.get(`/api/admin/orders/export?${query}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.body.startsWith('\uFEFF')).toBe(true);
    return response.body
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  }

  const HEADINGS = [
    '결제일',
    '주문 번호',
    '결제 수단',
    '영수증',
    '결제 금액(원)',
    '공급가액(원)',
    '부가세(원)',
    '환불 금액(원)',
    '환불일',
    '담당 변호사',
    '증빙',
  ];

  it('has a row for each capture and one for each return, each in the month of its day', async () => {
    const lawyer = await shop.buildUser({ role: 'admin', fullname: '한변호' });
    const { order, receipt_id } = await buildPaid('2024-01-31T15:00:00Z');
    await admin.client.put(`/api/admin/orders/${order.id}/assignee`, { user_id: lawyer.id });
    await setProof(order, { kind: 'tax_invoice', number: '20240201-1' });
    const back = { receipt_id, amount: 50_000, note: '계좌 이체' };
    expect((await admin.client.post(`/api/admin/orders/${order.id}/refunds/outside`, back)).statusCode).toBe(200);
    const begin = ['2024-02-01', order.order_number, '카드', receipt_id];
    const end = ['한변호', '세금계산서 20240201-1'];
    expect(await exported('month=2024-01&purpose=tax')).toEqual([HEADINGS]);
    expect(await exported('month=2024-02&purpose=tax')).toEqual([
      HEADINGS,
      [...begin, '350000', '318182', '31818', '0', '', ...end],
    ]);
    const today = koreanDayAt(new Date());
    const returns = (await exported(`month=${today.slice(0, 7)}&purpose=bank`)).filter((row) => row[3] === receipt_id);
    expect(returns).toEqual([[...begin, '0', '0', '0', '50000', today, ...end]]);
    expect((await admin.audit('order.export_month'))[0]).toMatchObject({
      after: { month: today.slice(0, 7), purpose: 'bank' },
    });
  });

  it('names people for internal use alone, and the soldier only to `orders`', async () => {
    const user = await shop.buildUser({ fullname: '나고객', phone: '01055556666' });
    const soldier = await shop.buildSoldier({ user, fullname: '다병사' });
    const { order } = await buildPaid('2024-04-10T03:00:00Z', { user, soldier });
    await setProof(order, { kind: 'cash_receipt', number: '010-5555-6666' });
    for (const purpose of ['tax', 'bank']) {
      const text = JSON.stringify(await exported(`month=2024-04&purpose=${purpose}`));
      expect(text).toContain('현금영수증');
      expect(text).not.toMatch(/나고객|다병사|5555/);
    }
    const [, internal = []] = await exported('month=2024-04&purpose=internal');
    expect(internal.slice(10)).toEqual([
      '현금영수증 010-5555-6666',
      order.service_title,
      '나고객',
      '010-5555-6666',
      '다병사',
    ]);
    const [, seen = []] = await exported('month=2024-04&purpose=internal', accountant);
    expect(seen.slice(12)).toEqual(['나고객', '010-5555-6666', '']);
  });

  it.each([
    '010-5555-6666 홍길동',
    '휴대폰 01055556666 / 승인 123',
    '+82 10 5555 6666',
    '승인 123 (010.5555.6666)',
    '홍길동',
  ])('has no phone and no name in the number of a proof that says more: %s', async (number) => {
    const month = koreanDayAt(new Date()).slice(0, 7);
    const { order } = await buildPaid(new Date().toISOString());
    await setProof(order, { kind: 'cash_receipt', number });
    const rows = await exported(`month=${month}&purpose=tax`);
    expect(rows.find((row) => row[1] === order.order_number)?.at(10)).toBe('현금영수증');
  });

  it.each(['month=2024-01', 'purpose=tax', 'month=2024-13&purpose=tax', 'month=2024-01&purpose=all'])(
    'refuses %s',
    async (query) => {
      expectError(await admin.client.get(`/api/admin/orders/export?${query}`), 400, 'VALIDATION_FAILED');
    },
  );

  it('needs `money`', async () => {
    const response = await (await as(['orders'])).get('/api/admin/orders/export?month=2024-01&purpose=tax');
    expect(response.statusCode).toBe(403);
  });
});
