import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#server/lib/time.ts';
import { setUpTestApp } from '#tests/support/app/app.ts';
import { createTestClock } from '#tests/support/app/clock.ts';
import { type Fault, SERVER_ERROR } from '#tests/support/payments/bootpay.ts';
import { buildPaymentFixture, expectError, movedFor } from '#tests/support/payments/payment-fixture.ts';
import { expirePendingOrders } from '../expiry/expire-pending-orders.ts';
import { processDueReceipts } from './process-due-receipts.ts';

const clock = createTestClock();
const shop = await setUpTestApp({ clock, timing: { refundQuietMs: 0 } });

afterEach(() => {
  shop.bootpay.clear();
  clock.set(new Date());
});

/** Runs the job a minute later. */
async function job(): Promise<void> {
  clock.advance(MINUTE_MS);
  await processDueReceipts(shop.deps.payments);
}

const WAYS_TO_FAIL: [string, Omit<Fault, 'endpoint'>][] = [
  ['breaks the connection', { insteadOf: 'drop' }],
  ['answers 500', { insteadOf: SERVER_ERROR }],
  ['answers with a page', { insteadOf: { status: 200, body: '<html>점검 중</html>' } }],
  ['answers with a receipt that makes no sense', { insteadOf: { status: 200, body: { receipt_id: 7 } } }],
  ['answers 429', { insteadOf: { status: 429, body: { error_code: 'TOO_MANY', message: '' } } }],
];

describe('when the provider is unreachable', () => {
  it.each(WAYS_TO_FAIL)('because it %s: 502, processing, and the job captures once', async (_name, fault) => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', ...fault });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    expect(await here.order()).toMatchObject({ status: 'processing', paid_price: 0, payment: null });
    await job();
    expect((await here.order()).status).toBe('processing');
    expect(await movedFor(shop, receiptId)).toEqual([]);
    shop.bootpay.clear();
    await job();
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    await job();
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
  });

  it('the buyer can retry and gets the confirmed order', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', times: 1, insteadOf: 'drop' });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    expect((await here.confirm(receiptId)).json().order.status).toBe('confirmed');
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('a forged receipt holds the order only until the provider is reachable', async () => {
    const here = await buildPaymentFixture(shop);
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await here.confirm('made-up'), 502, 'GATEWAY_UNAVAILABLE');
    const receiptId = await here.pay();
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.clear();
    expect((await here.confirm(receiptId)).json().order.status).toBe('confirmed');
  });

  it("a forged receipt does not block another user's payment", async () => {
    const here = await buildPaymentFixture(shop);
    const thief = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    expectError(await thief.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    shop.bootpay.clear();
    expect((await here.confirm(receiptId)).statusCode).toBe(200);
    await job();
    expect(await thief.order()).toMatchObject({ status: 'pending', paid_price: 0 });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('the order is cancelled neither by its buyer nor as unpaid', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    await here.confirm(receiptId);
    expectError(await here.cancel(), 409, 'NOT_CANCELLABLE');
    clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).toBe('processing');
  });
});

describe('a receipt whose processing fails', () => {
  it('does not delay the others, and its order is never cancelled as unpaid', async () => {
    const broken = await buildPaymentFixture(shop);
    const here = await buildPaymentFixture(shop);
    const [first, second] = [await broken.pay(), await here.pay()];
    shop.bootpay.fail({ endpoint: 'receipt', times: 2, insteadOf: 'drop' });
    await broken.confirm(first);
    await here.confirm(second);
    shop.bootpay.fail({ endpoint: 'receipt', receiptId: first, misreport: { price: 10_000_000_000 } });
    await job();
    expect((await broken.order()).status).toBe('processing');
    expect((await here.order()).status).toBe('confirmed');
  });
});

describe('when the response to the approval is lost', () => {
  it.each([
    ['after it was done', { afterwards: 'drop' as const }],
    ['before it was done', { insteadOf: 'drop' as const }],
    ['in a 500 after it was done', { afterwards: SERVER_ERROR }],
    ['in a page after it was done', { afterwards: { status: 200, body: '<html>' } }],
  ])('%s: 502, then a retry confirms with one capture', async (_name, fault) => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, ...fault });
    expectError(await here.confirm(receiptId), 502, 'GATEWAY_UNAVAILABLE');
    expect((await here.order()).status).toBe('processing');
    const retry = await here.confirm(receiptId);
    expect(retry.json().order).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it.each([
    ['after it was done', { afterwards: 'drop' as const }],
    ['before it was done', { insteadOf: 'drop' as const }],
  ])('%s: the job confirms with one capture', async (_name, fault) => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, ...fault });
    await here.confirm(receiptId);
    await job();
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000']);
  });

  it('and the receipt has expired meanwhile, the order can be paid again', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, insteadOf: 'drop' });
    await here.confirm(receiptId);
    clock.advance(35 * MINUTE_MS);
    await processDueReceipts(shop.deps.payments);
    expect((await here.order()).status).toBe('pending');
    expect((await here.confirm(await here.pay())).json().order.status).toBe('confirmed');
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('the order cannot be cancelled when the payment was captured', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
    await here.confirm(receiptId);
    expectError(await here.cancel(), 409, 'NOT_CANCELLABLE');
    await job();
    expect((await here.order()).status).toBe('confirmed');
  });

  it('the order can be cancelled when the provider reports no payment, and is never captured then', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, insteadOf: 'drop' });
    await here.confirm(receiptId);
    expect((await here.cancel()).json()).toMatchObject({ status: 'cancelled', paid_price: 0 });
    await job();
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    expect(await movedFor(shop, receiptId)).toEqual([]);
  });

  it('the order cannot be cancelled after a partial refund', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay();
    shop.bootpay.fail({ endpoint: 'confirm', times: 1, afterwards: 'drop' });
    await here.confirm(receiptId);
    await shop.bootpay.cancelAtProvider(receiptId, 50_000);
    expectError(await here.cancel(), 409, 'NOT_CANCELLABLE');
    await job();
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: 300_000 });
  });
});

describe('when a refund fails at first', () => {
  it.each([
    ['the cancellation is not reached', { insteadOf: 'drop' as const }],
    ['its answer is lost', { afterwards: 'drop' as const }],
    ['it answers 500', { insteadOf: SERVER_ERROR }],
  ])('because %s, the job refunds once', async (_name, fault) => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    shop.bootpay.fail({ endpoint: 'cancel', times: 2, ...fault });
    expectError(await here.confirm(receiptId), 409, 'ORDER_CANCELLED');
    await job();
    await job();
    await job();
    expect(await movedFor(shop, receiptId)).toEqual(['capture 350000', 'cancel 350000']);
    const refunds = await shop.db.selectFrom('refunds').selectAll().where('order_id', '=', here.row.id).execute();
    expect(refunds).toMatchObject([{ state: 'done', amount: 350_000, receipt_id: receiptId }]);
  });

  it('because the provider refuses, it is recorded as refused', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    await here.cancel();
    const body = { error_code: 'RC_CANCEL_REFUSED', message: '정산 잔액이 부족합니다.' };
    shop.bootpay.fail({ endpoint: 'cancel', insteadOf: { status: 400, body } });
    await here.confirm(receiptId);
    const refunds = await shop.db.selectFrom('refunds').selectAll().where('order_id', '=', here.row.id).execute();
    expect(refunds).toMatchObject([{ state: 'refused', last_error: 'RC_CANCEL_REFUSED: 정산 잔액이 부족합니다.' }]);
  });
});

describe('an unpaid order', () => {
  it('is cancelled after thirty minutes, not before', async () => {
    const here = await buildPaymentFixture(shop);
    clock.advance(29 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).toBe('pending');
    clock.advance(2 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    const order = await here.order();
    expect(order.status).toBe('cancelled');
    expect(order.timeline.at(-1)?.note).toBe('30분 안에 결제하지 않아 취소되었습니다.');
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).timeline).toEqual(order.timeline);
  });

  it('is checked at the provider first, and confirmed if it was paid', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.pay({ isSeparatelyConfirmed: false });
    shop.bootpay.fail({ endpoint: 'receipt', times: 1, misreport: { status: -1 } });
    expectError(await here.confirm(receiptId), 402, 'PAYMENT_FAILED');
    clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('is checked with a receipt from a webhook that is not processed yet', async () => {
    const here = await buildPaymentFixture(shop);
    const body = { receipt_id: await here.pay({ isSeparatelyConfirmed: false }), order_id: here.row.order_number };
    await shop.client().post('/api/bootpay/webhook', body, { csrf: false });
    clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect(await here.order()).toMatchObject({ status: 'confirmed', paid_price: here.row.price });
  });

  it('is not cancelled while the check fails with an error', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.openWindow();
    await shop.bootpay.refuse(receiptId);
    await here.confirm(receiptId);
    shop.bootpay.fail({ endpoint: 'receipt', receiptId, misreport: { status: 1, price: 10_000_000_000 } });
    clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).toBe('processing');
  });

  it('is not cancelled while the provider is unreachable', async () => {
    const here = await buildPaymentFixture(shop);
    const receiptId = await here.openWindow();
    await shop.bootpay.refuse(receiptId);
    await here.confirm(receiptId);
    shop.bootpay.fail({ endpoint: 'receipt', insteadOf: 'drop' });
    clock.advance(31 * MINUTE_MS);
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).not.toBe('cancelled');
    shop.bootpay.clear();
    await job();
    await expirePendingOrders(shop.deps.payments);
    expect((await here.order()).status).toBe('cancelled');
  });
});
