import { describe, expect, it } from 'vitest';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { buildLetterCase } from '#tests/support/letters/letter-case.ts';
import { expectError } from '#tests/support/payments/payment-fixture.ts';

const clock = createTestClock(new Date('2026-11-27T00:00:00Z'));
const shop = await setUpTestApp({ clock });
const admin = await buildAdmin(shop);

/** A case whose letter client and firm have signed. */
async function buildMandate(scope: string) {
  const here = await buildLetterCase(shop, admin.client, { scope });
  await admin.client.put(`/api/admin/orders/${here.orderId}/opponents`, { names: ['=1+1', '박상대'] });
  await here.offer();
  const signed = await here.client.client.post(here.path('sign'), await here.signing(here.client));
  expect(signed.statusCode, signed.body).toBe(200);
  expect((await here.staff('sign')).statusCode).toBe(200);
  return here;
}

describe('GET /api/admin/orders/mandates', () => {
  it('lists what the firm has signed, with no formula in a cell, and is in the audit log', async () => {
    const { orderId } = await buildMandate('=HYPERLINK("http://example.com")');
    const offered = await buildLetterCase(shop, admin.client);
    await offered.offer();
    const { order_number } = await shop.db
      .selectFrom('orders')
      .select('order_number')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const file = await admin.client.get(`/api/admin/orders/mandates?month=2026-11&reason=연말 점검`);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="mandates-2026-11.csv"');
    const [headings, ...lines] = file.body.trim().split('\r\n');
    expect(headings).toContain('수임 일자,주문 번호,위임인,당사자,비용 부담자,상대방,위임 사무,수임료(원)');
    expect(lines).toEqual([
      `2026-11-27,${order_number},김본보기,김본보기,이본보기,"'=1+1, 박상대","'=HYPERLINK(""http://example.com"")",550000,,,,,`,
    ]);
    expect((await admin.client.get(`/api/admin/orders/mandates?month=2026-10`)).body.trim().split('\r\n')).toHaveLength(
      1,
    );
    expect((await admin.client.get('/api/admin/orders/mandates')).body).toContain(order_number);
    expect(await admin.audit('order.export_mandates')).toMatchObject([
      { after: { month: null, rows: 1 } },
      { after: { month: '2026-10', rows: 0 } },
      { after: { month: '2026-11', rows: 1 }, reason: '연말 점검' },
    ]);
  });

  it('needs the permission `orders` and a right month', async () => {
    const accountant = await shop.client().as(await shop.buildUser({ role: 'admin', permissions: ['money'] }));
    expect((await accountant.get('/api/admin/orders/mandates')).statusCode).toBe(403);
    expect((await shop.client().get('/api/admin/orders/mandates')).statusCode).toBe(401);
    expectError(await admin.client.get(`/api/admin/orders/mandates?month=2026-13`), 400, 'VALIDATION_FAILED');
  });
});
