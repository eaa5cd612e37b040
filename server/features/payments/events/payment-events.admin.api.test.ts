import { afterEach, describe, expect, it } from 'vitest';
import type { PaymentEvent } from '#shared/features/payments/admin-schemas.ts';
import { PAYMENT_EVENTS_SHOWN, paymentEventLabel } from '#shared/rules/payments/payment-event.ts';
import { buildAdmin } from '#tests/support/app/admin.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, expectError, type PaymentFixture } from '#tests/support/payments/payment-fixture.ts';

const shop = await setUpTestApp({ timing: { refundQuietMs: 0 } });
const admin = await buildAdmin(shop);

afterEach(() => shop.bootpay.clear());

async function eventsOf({ row }: PaymentFixture): Promise<PaymentEvent[]> {
  const response = await admin.client.get(`/api/admin/orders/${row.id}/payment-events`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json();
}

const refund = ({ row }: PaymentFixture, amount: number) =>
  admin.client.post(`/api/admin/orders/${row.id}/refunds`, { amount, reason: '고객 요청' });

describe('GET /api/admin/orders/{id}/payment-events', () => {
  it("returns each event, oldest first, with the provider's message", async () => {
    const here = await buildPaymentFixture(shop);
    const elsewhere = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    await elsewhere.confirm(await elsewhere.pay());
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: SERVER_ERROR });
    await refund(here, 50_000);
    shop.bootpay.clear();
    await admin.client.post(`/api/admin/orders/${here.row.id}/check`);
    const refusal = { status: 400, body: { error_code: 'RC_CANCEL_LIMIT', message: '한도를 넘었습니다.' } };
    shop.bootpay.fail({ endpoint: 'cancel', times: 1, insteadOf: refusal });
    await refund(here, 100_000);

    const events = await eventsOf(here);
    expect(events.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      ...['approve_asked null', 'paid 350000', 'refund_asked 50000', 'refund_unanswered 50000'],
      ...['refund_done 50000', 'given_back 50000', 'refund_asked 100000', 'refund_refused 100000'],
    ]);
    expect(new Set(events.map(({ receipt_id }) => receipt_id))).toEqual(new Set([receiptId]));
    expect(events[2]).toMatchObject({ note: '고객 요청', cancel_id: expect.stringMatching(/./) });
    expect(events[3]).toMatchObject({ note: expect.stringMatching(/./), cancel_id: events[2]?.cancel_id });
    expect(events.at(-1)?.note).toBe('RC_CANCEL_LIMIT: 한도를 넘었습니다.');
    for (const { at } of events) expect(new Date(at).toISOString()).toBe(at);
  });

  it('returns an empty list before a payment, and is audited', async () => {
    const here = await buildPaymentFixture(shop);
    expect(await eventsOf(here)).toEqual([]);
    const [entry] = await admin.audit('order.view_payments');
    expect(entry).toMatchObject({ subject_id: String(here.row.id), after: { user: here.user.id } });
  });

  it('returns only the newest of very many events', async () => {
    const here = await buildPaymentFixture(shop);
    const kinds = Array.from({ length: PAYMENT_EVENTS_SHOWN + 1 }, (_, made) => (made === 0 ? 'unverified' : 'failed'));
    const rows = kinds.map((kind, made) => ({ order_id: here.row.id, receipt_id: `r${made}`, kind }));
    await shop.db.insertInto('payment_events').values(rows).execute();
    const events = await eventsOf(here);
    expect(events).toHaveLength(PAYMENT_EVENTS_SHOWN);
    expect([events[0]?.receipt_id, events.at(-1)?.receipt_id]).toEqual(['r1', `r${PAYMENT_EVENTS_SHOWN}`]);
  });

  it('is refused to visitors and customers, even for their own orders', async () => {
    const here = await buildPaymentFixture(shop);
    const path = `/api/admin/orders/${here.row.id}/payment-events`;
    const visitor = await shop.client().get(path);
    expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'ADMIN_UNAUTHENTICATED']);
    const buyer = await here.client.get(path);
    expect([buyer.statusCode, buyer.json().code]).toEqual([403, 'ADMIN_FORBIDDEN']);
  });

  it('returns 404 for an unknown order and 400 for a malformed id', async () => {
    expectError(await admin.client.get('/api/admin/orders/2147483647/payment-events'), 404, 'ORDER_NOT_FOUND');
    expectError(await admin.client.get('/api/admin/orders/1e3/payment-events'), 400, 'INVALID_ID');
  });
});

it('every kind of payment event has a Korean label', async () => {
  const { rows } = await shop.deps.database.pool.query(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'payment_events_kind_check'",
  );
  const kinds = [...String(rows[0].rule).matchAll(/'([a-z_]+)'/g)].map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((kind) => !/^[가-힣 ]+$/.test(paymentEventLabel(kind)))).toEqual([]);
});
