import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { SERVER_ERROR } from '#tests/support/bootpay.ts';
import { buildPaymentScene, expectError, movedFor, type PaymentScene } from '#tests/support/payment-scene.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterEach(() => shop.bootpay.clear());
afterAll(() => shop.close());

function expectTaken(response: Awaited<ReturnType<PaymentScene['webhook']>>): void {
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true });
}

describe('POST /api/bootpay/webhook', () => {
  it('confirms an order whose buyer never came back from the window', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay();
    expectTaken(await here.webhook(receiptId, { status: 2, price: here.row.price }));
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
  });

  it('that comes again, late or with nonsense changes nothing', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    const before = await here.order();
    for (const more of [
      {},
      { status: 20, webhook_type: 'PAYMENT_CANCELLED', cancelled_price: 350_000 },
      { price: 1 },
    ]) {
      expectTaken(await here.webhook(receiptId, more));
    }
    expect(await here.order()).toEqual(before);
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('is never believed: what counts is the receipt that is read back', async () => {
    const here = await buildPaymentScene(shop);
    const other = await buildPaymentScene(shop);
    const claims = { status: 1, webhook_type: 'PAYMENT_COMPLETED', price: here.row.price };
    expectTaken(await here.webhook('made-up', claims));
    expectTaken(await here.webhook(await here.openWindow(), claims));
    expectTaken(await here.webhook(await other.pay(), claims));
    expect(await here.order()).toMatchObject({ status: 'pending', paid_price: 0, payment: null });
    expect(await other.order()).toMatchObject({ status: 'pending' });
    expect(await shop.bootpay.ledger()).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ order_id: other.row.order_number })]),
    );
  });

  it('about an order that we do not have is none of our business', async () => {
    const here = await buildPaymentScene(shop);
    const receipt_id = await here.pay();
    const before = await shop.countRows();
    for (const order_id of ['20261121-NOTHING', here.row.order_number.toLowerCase(), '가'.repeat(100)]) {
      expectTaken(await shop.client().post('/api/bootpay/webhook', { receipt_id, order_id }, { csrf: false }));
    }
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('tells of money given back whole: the order is cancelled', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    await shop.bootpay.cancelAtProvider(receiptId);
    expectTaken(await here.webhook(receiptId, { webhook_type: 'PAYMENT_CANCELLED' }));
    const order = await here.order();
    expect(order).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(order.timeline.at(-1)).toMatchObject({ status: 'cancelled', note: '결제사에서 결제가 취소되었습니다.' });
    expectTaken(await here.webhook(receiptId));
    expect((await here.order()).timeline).toEqual(order.timeline);
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
  });

  it('tells of money given back for an order that staff had cancelled: nothing is paid any more', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    const admin = await shop.client().as(await shop.buildUser({ role: 'admin' }));
    await admin.put(`/api/admin/orders/${here.row.id}`, { status: 'cancelled' });
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: here.row.price });
    await shop.bootpay.cancelAtProvider(receiptId);
    expectTaken(await here.webhook(receiptId, { status: 20 }));
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
  });

  it('tells of money given back in part: the order stays', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay();
    await here.confirm(receiptId);
    await shop.bootpay.cancelAtProvider(receiptId, 100_000);
    expectTaken(await here.webhook(receiptId, { webhook_type: 'PAYMENT_PARTIAL_CANCELLED' }));
    expect((await here.order()).status).toBe('confirmed');
  });

  it('for a cancelled order gives back what was captured', async () => {
    const here = await buildPaymentScene(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    expectTaken(await here.webhook(receiptId));
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    expect(await here.order()).toMatchObject({ status: 'cancelled', paid_price: 0 });
  });

  it('whose receipt cannot be read back is not acknowledged, so that it comes again', async () => {
    const here = await buildPaymentScene(shop);
    const cancelled = await buildPaymentScene(shop);
    const paid = await buildPaymentScene(shop);
    const receipts = new Map<PaymentScene, string>();
    for (const scene of [here, cancelled, paid])
      receipts.set(scene, await scene.pay({ isSeparatelyConfirmed: scene === paid }));
    await cancelled.cancel();
    await paid.confirm(receipts.get(paid) ?? '');
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: SERVER_ERROR });
    for (const [scene, receiptId] of receipts) expectError(await scene.webhook(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.clear();
    for (const [scene, receiptId] of receipts) expectTaken(await scene.webhook(receiptId));
    expect((await here.order()).status).toBe('confirmed');
    expect(await movedFor(shop, receipts.get(cancelled) ?? '')).toEqual(['capture 350000', 'cancel 350000']);
  });
});

describe('garbage', () => {
  it.each([
    [{}],
    [{ receipt_id: 'abc' }],
    [{ order_id: 'abc' }],
    [{ receipt_id: '../x', order_id: 'abc' }],
    [{ receipt_id: 1, order_id: 2 }],
    [{ receipt_id: 'abc', order_id: '' }],
    [{ receipt_id: 'abc', order_id: 'x'.repeat(101) }],
    [{ receipt_id: 'abc', order_id: '\u0000' }],
    [[]],
  ])('%j is 400', async (body) => {
    const before = await shop.countRows();
    const response = await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toMatch(/[가-힣]/);
    expect(await shop.countRows()).toEqual(before);
    expect(shop.bootpay.calls('receipt')).toBe(0);
  });

  it('that is no JSON is 400 or 415', async () => {
    const client = shop.client();
    expect((await client.post('/api/bootpay/webhook', '{', { csrf: false })).statusCode).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await client.post('/api/bootpay/webhook', 'a=b', { csrf: false, headers })).statusCode).toBe(415);
  });
});

describe("the provider's own webhooks", () => {
  it('arrive beside the confirm call and leave one capture and one confirmation', async () => {
    const live = await startTestApp({ hasWebhooks: true });
    try {
      const here = await buildPaymentScene(live);
      const receiptId = await here.pay();
      const statuses = await Promise.all([here.confirm(receiptId), here.webhook(receiptId), here.webhook(receiptId)]);
      expect(statuses.map((response) => response.statusCode)).toEqual([200, 200, 200]);
      await expect.poll(() => live.bootpay.calls('receipt', receiptId)).toBeGreaterThan(2);
      const order = await here.order();
      expect(order.timeline.map((entry) => entry.status)).toEqual(['pending', 'processing', 'confirmed']);
      expect(await movedFor(live, receiptId)).toEqual(['capture 350000']);
    } finally {
      await live.close();
    }
  });
});
